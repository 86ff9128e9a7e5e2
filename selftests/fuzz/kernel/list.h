/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lists and hash tables.
 */
#ifndef KERNEL_LIST_H
#define KERNEL_LIST_H

struct list_head {
	struct list_head *next, *prev;
};

struct hlist_node {
	struct hlist_node *next, **pprev;
};

struct hlist_head {
	struct hlist_node *first;
};

#define LIST_HEAD(name)	struct list_head name = { &name, &name }

static inline void INIT_LIST_HEAD(struct list_head *list)
{
	list->next = list;
	list->prev = list;
}

static inline bool list_empty(const struct list_head *list)
{
	return list->next == list;
}

static inline void list_add(struct list_head *entry, struct list_head *after)
{
	entry->next = after->next;
	entry->prev = after;
	after->next->prev = entry;
	after->next = entry;
}

static inline void list_add_tail(struct list_head *entry, struct list_head *list)
{
	list_add(entry, list->prev);
}

static inline void list_del_init(struct list_head *entry)
{
	entry->next->prev = entry->prev;
	entry->prev->next = entry->next;
	INIT_LIST_HEAD(entry);
}

static inline void list_move_tail(struct list_head *entry, struct list_head *list)
{
	list_del_init(entry);
	list_add_tail(entry, list);
}

#define list_del		list_del_init

#define list_entry(pointer, type, member) container_of(pointer, type, member)
#define list_first_entry(list, type, member) list_entry((list)->next, type, member)
#define list_last_entry(list, type, member)	list_entry((list)->prev, type, member)
#define list_first_entry_or_null(list, type, member) \
	(list_empty(list) ? NULL : list_first_entry(list, type, member))
#define list_for_each_entry(pos, list, member)				\
	for ((pos) = list_entry((list)->next, typeof(*(pos)), member);	\
	     &(pos)->member != (list);					\
	     (pos) = list_entry((pos)->member.next, typeof(*(pos)), member))
#define list_for_each_entry_safe(pos, following, list, member)		\
	for ((pos) = list_entry((list)->next, typeof(*(pos)), member),	\
	     (following) = list_entry((pos)->member.next, typeof(*(pos)), member); \
	     &(pos)->member != (list);					\
	     (pos) = (following),					\
	     (following) = list_entry((following)->member.next, typeof(*(pos)), member))

/* As the kernel's, stable; @compare says whether the first belongs behind the second. */
void list_sort(void *data, struct list_head *list,
	       int (*compare)(void *data, const struct list_head *a, const struct list_head *b));

#define list_add_tail_rcu		list_add_tail
#define list_del_rcu			list_del_init
#define list_for_each_entry_rcu(pos, list, member, condition) \
	list_for_each_entry(pos, list, member)

static inline void hlist_add_head(struct hlist_node *node, struct hlist_head *list)
{
	node->next = list->first;
	node->pprev = &list->first;
	if (node->next)
		node->next->pprev = &node->next;
	list->first = node;
}

static inline void hlist_del_init(struct hlist_node *node)
{
	if (!node->pprev)
		return;
	*node->pprev = node->next;
	if (node->next)
		node->next->pprev = node->pprev;
	node->next = NULL;
	node->pprev = NULL;
}

#define DECLARE_HASHTABLE(name, bits)	struct hlist_head name[1 << (bits)]
#define hash_init(table)		memset(table, 0, sizeof(table))
#define hash_bucket(table, key)		(&(table)[(key) % ARRAY_SIZE(table)])
#define hash_add_rcu(table, node, key)	hlist_add_head(node, hash_bucket(table, key))
#define hash_del_rcu			hlist_del_init
#define hash_for_each_possible_rcu(table, pos, member, key)			\
	for (struct hlist_node *__n = hash_bucket(table, key)->first;		\
	     __n && ((pos) = container_of(__n, typeof(*(pos)), member), true);	\
	     __n = __n->next)

#endif
