// SPDX-License-Identifier: GPL-2.0
/*
 * race-chip: a GPIO chip whose lines, RACE0 to RACE31, are moved by a hard timer, in interrupt context, as a plan says.
 * In debugfs:
 *
 *   race-chip/plan  written in one piece: the moves, by time; the first is made a millisecond later at the earliest
 *   race-chip/made  waits until all moves are made, then u64 nanoseconds of CLOCK_MONOTONIC for each of the last plan
 *   race-chip/driven  for each line u64 nanoseconds of when a program last changed its level
 *   race-chip/wires  written in one piece: for each line s32 nanoseconds after which it follows RACE31, when a program
 *                    changes that; less than 0 is not at all
 *
 * A chip of a Raspberry Pi latches the lines that moved in a bitmap, and serves it in ascending order when interrupts
 * are on. A BCM283x can lose one of two that move close together. A move may ask for either.
 */
#include <linux/completion.h>
#include <linux/debugfs.h>
#include <linux/gpio/driver.h>
#include <linux/hrtimer.h>
#include <linux/irq.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/uaccess.h>

#define LINES 32
#define MOST 65536
#define AT_ONCE 30000 /* ns: what follows so soon is waited for, for a timer of its own would be late */

struct move {
	u64 at; /* ns since the plan began */
	u16 line;
	u8 high;
	u8 how;
};
#define LATCHED 1 /* interrupts are off: it is served with the next move that is not */
#define LOST 2 /* the chip never tells */

static struct move *plan;
static u64 *made, start, driven[LINES];
static s32 wires[LINES];
static unsigned long outputs;
static unsigned int count, next;
static unsigned long levels, latched, unmasked;
static struct hrtimer timer;
static DECLARE_COMPLETION(all);
static DEFINE_MUTEX(lock);
static struct dentry *dir;
static struct platform_device *device;
static struct gpio_chip chip;

static void make(const struct move *m)
{
	unsigned int line;

	__assign_bit(m->line, &levels, m->high);
	if (!(m->how & LOST))
		__set_bit(m->line, &latched);
	if (m->how & LATCHED)
		return;
	for_each_set_bit(line, &latched, LINES) {
		__clear_bit(line, &latched);
		if (test_bit(line, &unmasked))
			generic_handle_domain_irq(chip.irq.domain, line);
	}
}

static enum hrtimer_restart tick(struct hrtimer *t)
{
	do {
		while (ktime_get_ns() < start + plan[next].at)
			cpu_relax();
		made[next] = ktime_get_ns();
		make(&plan[next++]);
		if (next == count) {
			complete_all(&all);
			return HRTIMER_NORESTART;
		}
	} while (start + plan[next].at < ktime_get_ns() + AT_ONCE);
	hrtimer_set_expires(t, ns_to_ktime(start + plan[next].at));
	return HRTIMER_RESTART;
}

static ssize_t plan_write(struct file *f, const char __user *u, size_t n, loff_t *o)
{
	unsigned int i;

	guard(mutex)(&lock);
	if (!n || n % sizeof(*plan) || n > MOST * sizeof(*plan))
		return -EINVAL;
	hrtimer_cancel(&timer);
	if (copy_from_user(plan, u, n))
		return -EFAULT;
	count = n / sizeof(*plan);
	for (i = 0; i < count; i++)
		if (plan[i].line >= LINES || (i && plan[i].at < plan[i - 1].at))
			return -EINVAL;
	next = 0;
	reinit_completion(&all);
	start = ktime_get_ns() + NSEC_PER_MSEC;
	hrtimer_start(&timer, ns_to_ktime(start + plan[0].at), HRTIMER_MODE_ABS_PINNED_HARD);
	return n;
}

/* The lines with a wire to the last one move as that does, those that move at once in one interrupt. */
static void follow(int high)
{
	unsigned int line, i = 0, j;
	struct move m;

	if (hrtimer_active(&timer))
		return;
	for (line = 0; line < LINES - 1; line++) {
		if (wires[line] < 0)
			continue;
		m = (struct move){ .at = wires[line], .line = line, .high = high };
		for (j = i++; j && plan[j - 1].at > m.at; j--)
			plan[j] = plan[j - 1];
		plan[j] = m;
	}
	if (!i)
		return;
	for (count = i, next = i = 0; i + 1 < count; i++)
		plan[i].how = plan[i].at == plan[i + 1].at ? LATCHED : 0;
	reinit_completion(&all);
	start = ktime_get_ns() + AT_ONCE;
	hrtimer_start(&timer, ns_to_ktime(start + plan[0].at), HRTIMER_MODE_ABS_PINNED_HARD);
}

static ssize_t wires_write(struct file *f, const char __user *u, size_t n, loff_t *o)
{
	return n != sizeof(wires) || copy_from_user(wires, u, n) ? -EINVAL : n;
}

static ssize_t driven_read(struct file *f, char __user *u, size_t n, loff_t *o)
{
	return simple_read_from_buffer(u, n, o, driven, sizeof(driven));
}

static const struct file_operations wires_fops = { .owner = THIS_MODULE, .write = wires_write };
static const struct file_operations driven_fops = { .owner = THIS_MODULE, .read = driven_read };

static ssize_t made_read(struct file *f, char __user *u, size_t n, loff_t *o)
{
	int ret = wait_for_completion_interruptible(&all);

	return ret ? ret : simple_read_from_buffer(u, n, o, made, count * sizeof(*made));
}

static const struct file_operations plan_fops = { .owner = THIS_MODULE, .write = plan_write };
static const struct file_operations made_fops = { .owner = THIS_MODULE, .read = made_read };

static int get(struct gpio_chip *c, unsigned int line)
{
	return test_bit(line, &levels);
}

static int get_multiple(struct gpio_chip *c, unsigned long *mask, unsigned long *bits)
{
	*bits = levels & *mask;
	return 0;
}

static void set(struct gpio_chip *c, unsigned int line, int high)
{
	if (test_bit(line, &levels) == !!high)
		return;
	assign_bit(line, &levels, high);
	driven[line] = ktime_get_ns();
	if (line == LINES - 1)
		follow(high);
}

static int input(struct gpio_chip *c, unsigned int line)
{
	if (test_and_clear_bit(line, &outputs))
		set(c, line, 1); /* by its pull-up */
	return 0;
}

static int output(struct gpio_chip *c, unsigned int line, int high)
{
	set_bit(line, &outputs);
	set(c, line, high);
	return 0;
}

static int direction(struct gpio_chip *c, unsigned int line)
{
	return test_bit(line, &outputs) ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int config(struct gpio_chip *c, unsigned int line, unsigned long config)
{
	return 0; /* every line has its pull-up */
}

static void mask(struct irq_data *d)
{
	clear_bit(irqd_to_hwirq(d), &unmasked);
	gpiochip_disable_irq(&chip, irqd_to_hwirq(d));
}

static void unmask(struct irq_data *d)
{
	gpiochip_enable_irq(&chip, irqd_to_hwirq(d));
	set_bit(irqd_to_hwirq(d), &unmasked);
}

static void ack(struct irq_data *d)
{
}

static int set_type(struct irq_data *d, unsigned int type)
{
	return 0; /* both edges are what everybody asks for */
}

static const struct irq_chip irqs = {
	.name = "race-chip",
	.irq_ack = ack,
	.irq_mask = mask,
	.irq_unmask = unmask,
	.irq_set_type = set_type,
	.flags = IRQCHIP_IMMUTABLE,
	GPIOCHIP_IRQ_RESOURCE_HELPERS,
};

static struct gpio_chip chip = {
	.label = "race-chip",
	.owner = THIS_MODULE,
	.base = -1,
	.ngpio = LINES,
	.get = get,
	.get_multiple = get_multiple,
	.direction_input = input,
	.direction_output = output,
	.set = set,
	.get_direction = direction,
	.set_config = config,
};

static int __init race_init(void)
{
	static char names[LINES][8];
	static const char *list[LINES];
	int i, ret = -ENOMEM;

	for (i = 0; i < LINES; i++) {
		snprintf(names[i], sizeof(names[i]), "RACE%d", i);
		list[i] = names[i];
	}
	levels = ~0UL;
	memset(wires, 0xff, sizeof(wires));
	plan = kvcalloc(MOST, sizeof(*plan), GFP_KERNEL);
	made = kvcalloc(MOST, sizeof(*made), GFP_KERNEL);
	if (!plan || !made)
		goto free;
	hrtimer_init(&timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS_PINNED_HARD);
	timer.function = tick;
	device = platform_device_register_simple("race-chip", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(device)) {
		ret = PTR_ERR(device);
		goto free;
	}
	chip.parent = &device->dev;
	chip.names = list;
	gpio_irq_chip_set_chip(&chip.irq, &irqs);
	chip.irq.handler = handle_edge_irq; /* as pinctrl-bcm2835 and pinctrl-rp1 have it */
	chip.irq.default_type = IRQ_TYPE_NONE;
	ret = gpiochip_add_data(&chip, NULL);
	if (ret)
		goto unregister;
	dir = debugfs_create_dir("race-chip", NULL);
	debugfs_create_file("plan", 0200, dir, NULL, &plan_fops);
	debugfs_create_file("made", 0400, dir, NULL, &made_fops);
	debugfs_create_file("driven", 0400, dir, NULL, &driven_fops);
	debugfs_create_file("wires", 0200, dir, NULL, &wires_fops);
	return 0;
unregister:
	platform_device_unregister(device);
free:
	kvfree(plan);
	kvfree(made);
	return ret;
}

static void __exit race_exit(void)
{
	debugfs_remove_recursive(dir);
	hrtimer_cancel(&timer);
	gpiochip_remove(&chip);
	platform_device_unregister(device);
	kvfree(plan);
	kvfree(made);
}

module_init(race_init);
module_exit(race_exit);
MODULE_DESCRIPTION("GPIO chip that is moved by a hard timer as a plan says, for tests");
MODULE_LICENSE("GPL");
