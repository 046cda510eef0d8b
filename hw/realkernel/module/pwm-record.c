// SPDX-License-Identifier: GPL-2.0
/*
 * pwm-record: a chip with two PWM channels and the name of a Raspberry Pi's, 3f20c000.pwm, that makes no sound. It keeps
 * what its channels were told, in debugfs:
 *
 *   pwm-record/log  every change, once: u64 nanoseconds of CLOCK_MONOTONIC, u64 period, u64 pulse, both in nanoseconds,
 *                   u32 channel, u32 whether it is enabled
 */
#include <linux/debugfs.h>
#include <linux/kfifo.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/pwm.h>

struct change {
	u64 at, period, pulse;
	u32 channel, enabled;
};

static DEFINE_MUTEX(lock);
static DECLARE_KFIFO_PTR(fifo, struct change);
static struct platform_device *device;
static struct pwm_chip *chip;
static struct dentry *dir;

static int record_apply(struct pwm_chip *c, struct pwm_device *pwm, const struct pwm_state *state)
{
	struct change change = {
		.at = ktime_get_ns(), .period = state->period, .pulse = state->duty_cycle,
		.channel = pwm->hwpwm, .enabled = state->enabled,
	};

	guard(mutex)(&lock);
	return kfifo_put(&fifo, change) ? 0 : -ENOSPC;
}

static const struct pwm_ops record_ops = { .apply = record_apply };

static ssize_t log_read(struct file *f, char __user *u, size_t n, loff_t *o)
{
	unsigned int copied;
	int ret;

	guard(mutex)(&lock);
	ret = kfifo_to_user(&fifo, u, n, &copied);
	return ret ? ret : copied;
}

static const struct file_operations log_fops = { .owner = THIS_MODULE, .read = log_read };

static int __init record_init(void)
{
	int ret = kfifo_alloc(&fifo, 1 << 12, GFP_KERNEL);

	if (ret)
		return ret;
	device = platform_device_register_simple("3f20c000.pwm", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(device)) {
		ret = PTR_ERR(device);
		goto free;
	}
	chip = pwmchip_alloc(&device->dev, 2, 0);
	if (IS_ERR(chip)) {
		ret = PTR_ERR(chip);
		goto unregister;
	}
	chip->ops = &record_ops;
	ret = pwmchip_add(chip);
	if (ret)
		goto put;
	dir = debugfs_create_dir("pwm-record", NULL);
	debugfs_create_file("log", 0400, dir, NULL, &log_fops);
	return 0;
put:
	pwmchip_put(chip);
unregister:
	platform_device_unregister(device);
free:
	kfifo_free(&fifo);
	return ret;
}

static void __exit record_exit(void)
{
	debugfs_remove_recursive(dir);
	pwmchip_remove(chip);
	pwmchip_put(chip);
	platform_device_unregister(device);
	kfifo_free(&fifo);
}

module_init(record_init);
module_exit(record_exit);
MODULE_DESCRIPTION("PWM chip that remembers, for tests");
MODULE_LICENSE("GPL");
