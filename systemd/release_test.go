package systemd

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// keys makes a pair of keys.
func keys(t *testing.T) (folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "keys")
	if out, err := exec.Command("./keys.sh", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return folder
}

func TestReleases(t *testing.T) {
	mine, stranger := keys(t), keys(t)
	t.Run("one that can't be whole", func(t *testing.T) { isNotBegun(t, mine, stranger) })
	t.Run("a download", func(t *testing.T) { canBeChecked(t, mine, stranger) })
}

// A release that can't be whole is not begun: nothing is built, and it is said what to do.
func isNotBegun(t *testing.T, good, other string) {
	empty := t.TempDir()
	mixed := t.TempDir()
	for from, name := range map[string]string{good: "key.pem", other: "cert.pem"} {
		text := must(os.ReadFile(filepath.Join(from, name)))
		put(t, mixed, name, string(text))
	}
	full := t.TempDir()
	put(t, full, "of somebody", "")
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"no version", []string{"-k", good}, "usage: release.sh -v VERSION"},
		{"no key", []string{"-v", "7.0"}, "no key signs it"},
		{"no such key", []string{"-v", "7.0", "-k", empty}, "systemd/keys.sh makes both"},
		{"another's certificate", []string{"-v", "7.0", "-k", mixed}, "do not belong together"},
		{"a full folder", []string{"-v", "7.0", "-k", good, "-o", full}, "would be signed"},
		{"no tag", []string{"-v", "7.0", "-k", good}, "does not have the tag v7.0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := t.TempDir()
			cmd := exec.Command("./release.sh", append([]string{"-o", out}, c.args...)...)
			cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "UPDATE_") })
			said, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(said), c.want) {
				t.Errorf("it says %q, %v; want %q", said, err, c.want)
			}
			if made := list(out); made != "" {
				t.Errorf("it has made %s", made)
			}
		})
	}
}

// checkDownload runs the commands with which people check what they have downloaded, as the document has them.
func checkDownload(t *testing.T, folder string) (said string, err error) {
	t.Helper()
	text, err := os.ReadFile("image/README.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile("(?s)```sh\n(openssl x509[^`]*)```").FindSubmatch(text)
	if commands == nil {
		t.Fatal("image/README.md does not say how to check a download")
	}
	cmd := exec.Command("sh", "-ec", string(commands[1]))
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	os.Remove(filepath.Join(folder, "arbitre.pub"))
	return string(out), err
}

// Whoever downloads one file of a release can tell that it is whole, and that the key's owner has made it.
func canBeChecked(t *testing.T, mine, stranger string) {
	signed := func(t *testing.T, folder, keys string) {
		t.Helper()
		if out, err := exec.Command("./sign.sh", keys, folder).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for _, c := range []struct {
		name  string
		wrong func(t *testing.T, folder string)
		whole bool
	}{
		{"as it was signed", func(*testing.T, string) {}, true},
		{"others were not downloaded", func(t *testing.T, folder string) {
			check(t, os.Remove(filepath.Join(folder, "b.deb")))
		}, true},
		{"another file", func(t *testing.T, folder string) { put(t, folder, "a card.zst", "other") }, false},
		{"other sums", func(t *testing.T, folder string) {
			put(t, folder, "a card.zst", "other")
			sums := must(exec.Command("sh", "-c", "cd '"+folder+"' && sha256sum -- *.zst *.deb arbitre.pem").Output())
			put(t, folder, "SHA256SUMS", string(sums))
		}, false},
		{"another's key", func(t *testing.T, folder string) {
			pem := filepath.Join(folder, "arbitre.pem")
			known := must(os.ReadFile(pem))
			signed(t, folder, stranger)
			if err := os.WriteFile(pem, known, 0o644); err != nil { // the one that people have had before
				t.Fatal(err)
			}
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			put(t, folder, "a card.zst", "card")
			put(t, folder, "b.deb", "package")
			signed(t, folder, mine)
			c.wrong(t, folder)
			if said, err := checkDownload(t, folder); (err == nil) != c.whole {
				t.Errorf("it says %s, %v", said, err)
			}
		})
	}
}

// What happens for a tag is one script, and the upload of what it has made.
func TestTheWorkflowOfARelease(t *testing.T) {
	text := must(os.ReadFile("../.github/workflows/release.yml"))
	var runs []string
	for _, run := range regexp.MustCompile(`(?m)^ +- run: (.*)$`).FindAllStringSubmatch(string(text), -1) {
		runs = append(runs, strings.Join(strings.Fields(run[1])[:2], " "))
	}
	want := []string{"apt-get update", "git config", "systemd/release.sh -v", "gh release"}
	if diff := cmp.Diff(want, runs); diff != "" || !bytes.Contains(text, []byte("dist/*")) {
		t.Errorf("the workflow does something else than release.sh and the upload (-want +got):\n%s", diff)
	}
}

// A whole release, as a tag makes it, of a clone that has one. It takes five minutes.
func TestRootRelease(t *testing.T) {
	if os.Getenv("ARBITRE_RELEASE") == "" {
		t.Skip("needs root and ARBITRE_RELEASE=1: makes all files of a release, in some minutes")
	}
	run := func(folder, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Stderr = folder, os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %s: %v", name, args, err)
		}
		return string(out)
	}
	// The repository may be another user's than root's (git-config(1), safe.directory).
	t.Setenv("GIT_CONFIG_GLOBAL", put(t, t.TempDir(), "gitconfig", "[safe]\n\tdirectory = *\n"))
	clone, dist := filepath.Join(t.TempDir(), "arbitre"), filepath.Join(t.TempDir(), "dist")
	run(".", "git", "clone", "--quiet", "..", clone)
	run(clone, "git", "tag", "v0.7.1")
	run(clone, "systemd/release.sh", "-v", "0.7.1", "-k", keys(t), "-u", "https://example.org/v0.7.1", "-o", dist)
	var want []string
	for _, architecture := range []string{"amd64", "arm64", "armel-v6", "armhf"} {
		want = append(want, "arbitre_0.7.1_"+architecture+".deb", "arbitre_0.7.1_"+architecture+".tar.gz")
	}
	for _, end := range []string{"cdx.json", "img.zst", "raucb", "rpi-imager-manifest"} {
		want = append(want, "arbitre-0.7.1."+end)
	}
	want = append(want, "arbitre.pem", "SHA256SUMS", "SHA256SUMS.sig")
	slices.Sort(want)
	if made := list(dist); made != strings.Join(want, " ") {
		t.Errorf("it has made %s, want %s", made, want)
	}
	if said, err := checkDownload(t, dist); err != nil || strings.Count(said, ": OK") != len(want)-2 {
		t.Errorf("the sums: %v: %s", err, said)
	}
	in := func(end string) string { return filepath.Join(dist, "arbitre-0.7.1."+end) }
	run(clone, "systemd/image/check", in("cdx.json"), in("rpi-imager-manifest"), in("img.zst"))
	imager, err := os.ReadFile(in("rpi-imager-manifest"))
	if err != nil || !bytes.Contains(imager, []byte(`"https://example.org/v0.7.1/arbitre-0.7.1.img.zst"`)) {
		t.Errorf("Imager is told %s, %v", imager, err)
	}
	commit := strings.TrimSpace(run(clone, "git", "rev-parse", "HEAD"))
	for _, architecture := range []string{"amd64", "arm64"} {
		run(dist, "dpkg-deb", "--extract", "arbitre_0.7.1_"+architecture+".deb", filepath.Join(clone, architecture))
		said := run(clone, "go", "version", "-m", filepath.Join(clone, architecture, "usr/bin/arbitre"))
		if !strings.Contains(said, "\tv0.7.1\t") || !strings.Contains(said, commit) {
			t.Errorf("%s is of %s", architecture, said)
		}
	}
	if said := run(clone, "amd64/usr/bin/arbitre", "version"); !strings.HasPrefix(said, "arbitre v0.7.1 amd64 "+commit) {
		t.Errorf("it says %s", said)
	}
}
