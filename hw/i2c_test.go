package hw

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNamesOfI2CBuses(t *testing.T) {
	for name, want := range map[string]int{"": 1, "I2C1": 1, "I2C20": 20, "/dev/i2c-0": 0} {
		if got, err := busNumber(name); got != want || err != nil {
			t.Errorf("%q is bus %d, error %v, want %d", name, got, err, want)
		}
	}
	for _, name := range []string{"1", "i2c1", "I2C", "I2C-1", "/dev/i2c-x", "/dev/spidev0.0", "I2C99999"} {
		if _, err := busNumber(name); err == nil {
			t.Errorf("%q is a bus", name)
		}
	}
}

func TestABusThatIsNotThereSaysWhatToDo(t *testing.T) {
	_, err := OpenI2C("I2C9999")
	if err == nil || !strings.HasPrefix(err.Error(), "there is no /dev/i2c-9999: i2cdetect -l prints") {
		t.Error(err)
	}
}

func TestKnockingAtWhatIsNoBus(t *testing.T) {
	folder := t.TempDir()
	if err := KnockI2C(filepath.Join(folder, "i2c-1"), 0x3C); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing bus: got %v, want %v", err, fs.ErrNotExist)
	}
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := KnockI2C(file, 0x3C); err == nil || errors.Is(err, ErrI2CSilent) || errors.Is(err, ErrI2CStuck) {
		t.Errorf("a file: got %v, want another error than those of a bus", err)
	}
}
