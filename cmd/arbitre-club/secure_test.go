package main

import (
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"arbitre/display/mqtt"
)

// certify writes a key, and a certificate for this machine that is its own authority.
func certify(certificate, key string) {
	server := httptest.NewTLSServer(nil) // which has both
	server.Close()
	pair := server.TLS.Certificates[0]
	signed := &pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]}
	must(0, os.WriteFile(certificate, pem.EncodeToMemory(signed), 0o644))
	private := &pem.Block{Type: "PRIVATE KEY", Bytes: must(x509.MarshalPKCS8PrivateKey(pair.PrivateKey))}
	must(0, os.WriteFile(key, pem.EncodeToMemory(private), 0o644))
}

func TestBrokerWithACertificateAndAPassword(t *testing.T) {
	needsBroker(t)
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	certify(file("ca.pem"), file("key.pem"))
	must(exec.Command("mosquitto_passwd", "-b", "-c", file("users"), "club", "secret").CombinedOutput())
	must(0, os.Chmod(file("users"), 0o644))
	must(0, os.WriteFile(file("password"), []byte("secret\n"), 0o600))
	_, at := mosquitto(t, "allow_anonymous false\npassword_file "+file("users")+
		"\ncertfile "+file("ca.pem")+"\nkeyfile "+file("key.pem"))
	start(t, self("club", "--folder", folder, "--broker", "mqtts://"+at.Host, "--listen", "127.0.0.1:0",
		"--user", "club", "--password-file", file("password"), "--ca-file", file("ca.pem")))

	s := simulated{name: "kitchen", folder: folder}
	s.finish(time.Now())
	games := string(must(json.Marshal(mqtt.Games(s.finished))))
	for late := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		out, err := exec.Command("mosquitto_pub", "-V", "5", "-h", at.Hostname(), "-p", at.Port(),
			"--cafile", file("ca.pem"), "-u", "club", "-P", "secret", "-q", "1", "-r",
			"-t", "arbitre/kitchen/games", "-m", games).CombinedOutput()
		diff := compare(t, folder, truthOf(folder))
		if diff == "" {
			return
		}
		if time.Now().After(late) {
			t.Fatalf("%s; mosquitto_pub says %v %s", diff, err, out)
		}
	}
}
