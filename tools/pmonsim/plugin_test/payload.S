/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A guest without an operating system that puts RDMSR and WRMSR where the plugin could get them
 * wrong: at the end of a page, where a translation block ends; one right after the other; between
 * instructions that depend on the flags. Started as a multiboot kernel, in 32-bit mode.
 *
 * Ends QEMU through its isa-debug-exit device: with PASSED, or with FAILED plus the number of the
 * case that failed.
 */
#define EXIT_PORT	0xf4
#define PASSED		0x10
#define FAILED		0x20

/* Counters 0 and 1 of CHA 0: plain memory as long as no event is selected. */
#define COUNTER_0	0x2008
#define COUNTER_1	0x2009
#define CONTROL_0	0x2002
#define CLOCK_EVENT	0x01
#define APIC_BASE	0x1b

#define LOW		0x89abcdef
#define HIGH		0x1234
#define OTHER_LOW	0x76543210
#define OTHER_HIGH	0x4321

#define PAGE		4096
#define SPINS		100000

.macro begin number
	movl	$\number, %ebx
.endm

.macro registers low, high
	movl	$\low, %eax
	movl	$\high, %edx
.endm

.macro expect low, high
	cmpl	$\low, %eax
	jne	failed
	cmpl	$\high, %edx
	jne	failed
.endm

	.section .text
	.balign	4
	.long	0x1badb002, 0, -0x1badb002

	.globl	_start
_start:
	movl	$stack_end, %esp

	/* Written, clobbered, read back; two registers do not get mixed up. */
	begin	1
	movl	$COUNTER_0, %ecx
	registers LOW, HIGH
	wrmsr
	movl	$COUNTER_1, %ecx
	registers OTHER_LOW, OTHER_HIGH
	wrmsr
	movl	$COUNTER_0, %ecx
	registers 0, 0
	rdmsr
	expect	LOW, HIGH

	/* Two RDMSR in a row, and a RDMSR whose result the next instruction writes. */
	begin	2
	rdmsr
	rdmsr
	expect	LOW, HIGH
	movl	$COUNTER_1, %ecx
	rdmsr
	expect	OTHER_LOW, OTHER_HIGH
	movl	$COUNTER_0, %ecx
	rdmsr
	wrmsr
	registers 0, 0
	rdmsr
	expect	LOW, HIGH

	/* The flags survive. */
	begin	3
	stc
	rdmsr
	jnc	failed
	clc
	rdmsr
	jc	failed
	xorl	%esi, %esi
	rdmsr
	jnz	failed
	stc
	wrmsr
	jnc	failed

	/* A prefix changes nothing. */
	begin	4
	registers OTHER_LOW, OTHER_HIGH
	.byte	0x3e
	wrmsr
	registers 0, 0
	.byte	0x3e
	rdmsr
	expect	OTHER_LOW, OTHER_HIGH
	registers LOW, HIGH
	wrmsr

	/* An MSR that is not the uncore's keeps its value: enabled, boot processor, 0xfee00000. */
	begin	5
	movl	$APIC_BASE, %ecx
	registers 0, 0
	rdmsr
	expect	0xfee00900, 0
	movl	$COUNTER_0, %ecx

	/* RDMSR is the last instruction of its page; several times, as blocks are cached. */
	begin	6
	movl	$3, %esi
1:	registers 0, 0
	call	rdmsr_ends_page
	expect	LOW, HIGH
	decl	%esi
	jnz	1b

	/* The instruction after it, reached by a jump: nothing is to be completed there. */
	begin	7
	registers 1, 2
	call	after_page_end
	expect	1, 2

	/* The instruction after RDMSR lies on two pages. */
	begin	8
	movl	$3, %esi
1:	registers 0, 0
	call	rdmsr_before_straddler
	expect	LOW, HIGH
	decl	%esi
	jnz	1b

	/* RDMSR itself lies on two pages. */
	begin	9
	movl	$3, %esi
1:	registers 0, 0
	call	rdmsr_straddles
	expect	LOW, HIGH
	decl	%esi
	jnz	1b

	/* WRMSR at the end of its page. */
	begin	10
	registers OTHER_LOW, OTHER_HIGH
	call	wrmsr_ends_page
	registers 0, 0
	rdmsr
	expect	OTHER_LOW, OTHER_HIGH

	/* A jump over RDMSR, and one onto it. */
	begin	11
	registers 1, 2
	jmp	2f
1:	rdmsr
2:	expect	1, 2
	jmp	3f
	nop
3:	rdmsr
	expect	OTHER_LOW, OTHER_HIGH

#ifdef GUEST_TIME
	/*
	 * The clock of the unit is as fast as the TSC, and both are the guest's: what one advances between two looks, the other
	 * does, exactly. The looks are in the middle of a block, at its end, and where RDTSC is the last of its page.
	 */
	begin	12
	movl	$CONTROL_0, %ecx
	registers CLOCK_EVENT, 0
	wrmsr
	movl	$COUNTER_0, %ecx
	/* The firmware's accesses to devices have made the count of instructions too high: time stands still for a moment. */
	rdtsc
	call	spin
	movl	$100, %ebp
1:	rdtsc
	movl	%eax, %esi
	rdmsr
	movl	%eax, %edi
	call	spin
	rdtsc
	subl	%esi, %eax
	movl	%eax, %esi
	rdmsr
	subl	%edi, %eax
	/* The last SUBL was one instruction more, two ns. */
	subl	%esi, %eax
	cmpl	$2, %eax
	jne	failed
	decl	%ebp
	jnz	1b

	begin	13
	call	rdtsc_ends_page
	movl	%eax, %esi
	rdmsr
	movl	%eax, %edi
	movl	$LOW, %eax
	call	spin
	call	rdtsc_ends_page
	subl	%eax, %esi
	rdmsr
	subl	%eax, %edi
	cmpl	%esi, %edi
	jne	failed

	/* Without a RDTSC, instructions alone make time: each takes two nanoseconds. */
	begin	14
	rdmsr
	movl	%eax, %esi
	call	spin
	rdmsr
	subl	%esi, %eax
	cmpl	$2 * (2 * SPINS + 5), %eax
	jne	failed
#endif

	movl	$PASSED, %eax
	outl	%eax, $EXIT_PORT
	hlt

failed:
	leal	FAILED(%ebx), %eax
	outl	%eax, $EXIT_PORT
	hlt
	jmp	failed

#ifdef GUEST_TIME
spin:
	movl	$SPINS, %edx
1:	decl	%edx
	jnz	1b
	ret
#endif

/* Each routine's first instruction is 16 bytes, NOPs, before the one that its name is about. */
	.balign	PAGE
	.skip	PAGE - 2 - 16, 0x90
rdmsr_ends_page:
	.skip	16, 0x90
	rdmsr
after_page_end:
	nop
	ret

	.balign	PAGE
	.skip	PAGE - 3 - 16, 0x90
rdmsr_before_straddler:
	.skip	16, 0x90
	rdmsr
	movl	$0x12345678, %edi
	ret

	.balign	PAGE
	.skip	PAGE - 1 - 16, 0x90
rdmsr_straddles:
	.skip	16, 0x90
	rdmsr
	ret

	.balign	PAGE
	.skip	PAGE - 2 - 16, 0x90
wrmsr_ends_page:
	.skip	16, 0x90
	wrmsr
	ret

#ifdef GUEST_TIME
	.balign	PAGE
	.skip	PAGE - 2 - 16, 0x90
rdtsc_ends_page:
	.skip	16, 0x90
	rdtsc
	ret
#endif

	.bss
	.balign	16
	.skip	PAGE
stack_end:
	.section .note.GNU-stack, "", @progbits
