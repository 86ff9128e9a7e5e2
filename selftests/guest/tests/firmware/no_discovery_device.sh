# SPDX-License-Identifier: GPL-2.0-only
# what: on a machine without PMON discovery the module says so once and refuses with -ENODEV
# machine: bare
# kernels: 6.12
message=$(insmod $MODULE 2>&1) && fail "the module loaded without a discovery device"
case $message in
*"No such device"*)	ok "refused with ENODEV" ;;
*)			not_ok "insmod said: $message" ;;
esac
equal "messages about it" "$(module_messages | grep -vc 'loading out-of-tree\|taints kernel\|verification failed')" 1
refuse "no module is left" loaded uncore_pmon
