package systemd

import (
	"os/exec"
	"strings"
	"testing"
)

// What a static program carries has licences that ask to be told wherever it goes.
func TestTheLicencesOfAllThatIsLinkedAreTold(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}",
		"arbitre/cmd/arbitre", "arbitre/cmd/arbitre-club")
	modules := must(list.Output())
	text := must(exec.Command("./copyright.sh").Output())
	for module := range strings.FieldsSeq(string(modules)) {
		if !strings.Contains(string(text), "\n== "+module+": LICENSE") {
			t.Errorf("nothing of %s", module)
		}
	}
	for _, what := range []string{
		"Copyright (c) 2016 Bigelow & Holmes Inc.", // Go Regular and Go Bold
		"the fixed 7×13 font of X11, in the public domain",
		"Copyright 2018 CoreOS", // a NOTICE
		"== the standard library of Go: LICENSE",
	} {
		if !strings.Contains(string(text), what) {
			t.Errorf("nothing of %q", what)
		}
	}
}
