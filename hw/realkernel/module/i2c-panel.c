// SPDX-License-Identifier: GPL-2.0
/*
 * i2c-panel: virtual I2C adapters of devices that are named as on a Raspberry Pi 4, numbered from 0 in the order of the
 * parameter "places": the socket of a screen and the header, if it isn't given. On the header's are displays at the
 * addresses 0x3c and 0x3d. It keeps what is written to them, in debugfs. The others acknowledge all:
 *
 *   i2c-panel/log      every message, once: u16 address, u16 length, the bytes
 *   i2c-panel/present  bit 0: there is a display at 0x3c, bit 1: at 0x3d. What is not there does not acknowledge.
 *   i2c-panel/astray   how many messages other buses got
 *   i2c-panel/sh1106   bit 0: the one at 0x3c is an SH1106, bit 1: that at 0x3d. It gives its memory back behind a
 *                      control byte for data, after a byte that means nothing (data sheet, page 29). All other reads
 *                      give zeros: a status that says that the display is on.
 */
#include <linux/debugfs.h>
#include <linux/i2c.h>
#include <linux/kfifo.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/string.h>
#include <linux/uaccess.h>

static u8 present = 1, sh1106;
static u32 astray;
static char *places[4] = { "fef04500.i2c", "fe804000.i2c" };
static int buses = 2;
module_param_array(places, charp, &buses, 0444);
static DEFINE_MUTEX(lock);
static DECLARE_KFIFO_PTR(fifo, u8);
static struct dentry *dir;

/* The memory of an SH1106, as far as a read needs it. */
static struct memory {
	u8 ram[8][132], page, column, args;
	bool data;
} memories[2];

/* A byte of a command: those that move the pointer. The argument of another must not be taken for one. */
static void memory_command(struct memory *c, u8 b)
{
	if (c->args)
		c->args--;
	else if (b <= 0x0f)
		c->column = (c->column & 0xf0) | b;
	else if (b <= 0x1f)
		c->column = (c->column & 0x0f) | b << 4;
	else if (b >= 0xb0 && b <= 0xb7)
		c->page = b & 7;
	else if (b == 0x81 || b == 0xa8 || b == 0xad || b == 0xd3 || b == 0xd5 || (b >= 0xd9 && b <= 0xdb))
		c->args = 1;
}

/* What is written: control bytes, each with one byte behind it or, without bit 7, with all that follow. */
static void memory_write(struct memory *c, const u8 *b, int n)
{
	while (n > 0) {
		int last = *b & 0x80 ? min(n, 2) : n, i;

		c->data = *b & 0x40;
		for (i = 1; i < last; i++) {
			if (!c->data)
				memory_command(c, b[i]);
			else if (c->column < 132)
				c->ram[c->page][c->column++] = b[i];
		}
		b += last;
		n -= last;
	}
}

static void memory_read(struct memory *c, u8 *b, int n)
{
	int i;

	memset(b, 0, n);
	for (i = 1; c->data && i < n; i++)
		if (c->column < 132)
			b[i] = c->ram[c->page][c->column++];
}

static int panel_xfer(struct i2c_adapter *a, struct i2c_msg *m, int n)
{
	int i;

	guard(mutex)(&lock);
	if (strcmp(places[a->nr], "fe804000.i2c")) {
		astray += n;
		return n;
	}
	for (i = 0; i < n; i++) {
		u16 head[2] = { m[i].addr, m[i].len };

		/* -EREMOTEIO is what i2c-bcm2835 gives without an acknowledge. */
		if ((m[i].addr & ~1) != 0x3c || !(present & BIT(m[i].addr & 1)))
			return -EREMOTEIO;
		if (m[i].flags & I2C_M_RD) {
			memset(m[i].buf, 0, m[i].len);
			if (sh1106 & BIT(m[i].addr & 1))
				memory_read(&memories[m[i].addr & 1], m[i].buf, m[i].len);
			continue;
		}
		if (kfifo_avail(&fifo) < sizeof(head) + m[i].len)
			return -ENOSPC;
		kfifo_in(&fifo, (u8 *)head, sizeof(head));
		kfifo_in(&fifo, m[i].buf, m[i].len);
		memory_write(&memories[m[i].addr & 1], m[i].buf, m[i].len);
	}
	return n;
}

static u32 panel_func(struct i2c_adapter *a)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm panel_algo = { .master_xfer = panel_xfer, .functionality = panel_func };
static struct i2c_adapter panels[ARRAY_SIZE(places)];
static struct platform_device *devices[ARRAY_SIZE(places)];

static ssize_t log_read(struct file *f, char __user *u, size_t n, loff_t *o)
{
	unsigned int copied;
	int ret;

	guard(mutex)(&lock);
	ret = kfifo_to_user(&fifo, u, n, &copied);
	return ret ? ret : copied;
}

static const struct file_operations log_fops = { .owner = THIS_MODULE, .read = log_read };

static void leave(int made)
{
	while (made--) {
		i2c_del_adapter(&panels[made]);
		platform_device_unregister(devices[made]);
	}
	kfifo_free(&fifo);
}

static int __init panel_init(void)
{
	int i, ret = kfifo_alloc(&fifo, 1 << 20, GFP_KERNEL);

	if (ret)
		return ret;
	for (i = 0; i < buses; i++) {
		devices[i] = platform_device_register_simple(places[i], PLATFORM_DEVID_NONE, NULL, 0);
		ret = PTR_ERR_OR_ZERO(devices[i]);
		if (ret)
			goto leave;
		panels[i] = (struct i2c_adapter){ .owner = THIS_MODULE, .algo = &panel_algo, .name = "i2c-panel", .nr = i };
		panels[i].dev.parent = &devices[i]->dev;
		ret = i2c_add_numbered_adapter(&panels[i]);
		if (ret) {
			platform_device_unregister(devices[i]);
			goto leave;
		}
	}
	dir = debugfs_create_dir("i2c-panel", NULL);
	debugfs_create_u8("present", 0600, dir, &present);
	debugfs_create_u32("astray", 0400, dir, &astray);
	debugfs_create_u8("sh1106", 0600, dir, &sh1106);
	debugfs_create_file("log", 0400, dir, NULL, &log_fops);
	return 0;
leave:
	leave(i);
	return ret;
}

static void __exit panel_exit(void)
{
	debugfs_remove_recursive(dir);
	leave(buses);
}

module_init(panel_init);
module_exit(panel_exit);
MODULE_DESCRIPTION("I2C adapter with displays that remember, for tests");
MODULE_LICENSE("GPL");
