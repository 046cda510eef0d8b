package box

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/health"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/hw"
	"arbitre/systemd"
)

// A Service holds the parts of the daemon that outlive a configuration.
type Service struct {
	Rules      games.Rulebook
	Phrases    wording.Phrases
	Log        *slog.Logger
	Health     *health.Health
	Supervisor systemd.Supervisor
	Reload     <-chan config.Config
	Runtime    string // a folder that only a reboot empties; "" if there is none
	Folder     *journal.Folder
	Version    string // of this program, with what it was built from

	// Wifi is the Wi-Fi of the box's own, and Portal the socket at its address; nil if it can have
	// none.
	Wifi   *wifi.Client
	Portal *os.File
}

// fromCommit matches the version that Go gives a commit without a tag, such as
// v0.0.0-20261128182248-6268d4f8a1b2.
var fromCommit = regexp.MustCompile(`[-.]\d{14}-([0-9a-f]{7})[0-9a-f]{5}`)

// shortVersion returns the version as people say it: a release's, or the commit's first digits.
func (s Service) shortVersion() string {
	name, _, _ := strings.Cut(s.Version, " ")
	if commit := fromCommit.FindStringSubmatch(name); commit != nil {
		return commit[1]
	}
	return strings.TrimPrefix(name, "v")
}

// ownWifi reports whether the box can have a Wi-Fi of its own.
func (s Service) ownWifi() bool { return s.Wifi != nil && s.Portal != nil && s.Wifi.IsOffered() }

// The parts of Health that outlive a configuration: a bad configuration file, bad settings that were
// chosen at the box, and a full disk.
const (
	configuration = "configuration"
	ownSettings   = "settings"
	journals      = "journal"
)

// NewService makes a service and its folder of journals, which the caller closes.
func NewService(rules games.Rulebook, log *slog.Logger, supervisor systemd.Supervisor, runtime string) Service {
	parts := health.New(log)
	return Service{
		Rules:      rules,
		Phrases:    wording.NewPhrases(rules),
		Log:        log,
		Health:     parts,
		Supervisor: supervisor,
		Runtime:    runtime,
		Folder: journal.NewFolder("", rules, journal.FolderOptions{
			Runtime: runtime,
			Log:     log,
			Report:  parts.Disk(journals),
			Busy:    supervisor.Busy,
		}),
	}
}

// Run referees on this machine's hardware until the context ends. It begins with configuration c;
// after each SIGHUP it reads a new one. Over each it lays what was chosen at the box.
func (s Service) Run(ctx context.Context, c config.Config, read func() (config.Config, error)) error {
	judged := s.Health.Of(configuration, games.Text{Word: "bad_config"})
	s.Reload = reloads(ctx, func() (config.Config, error) {
		c, err := read()
		if err != nil {
			return c, err
		}
		return s.withOwn(c), nil
	}, judged)
	return RunConfigs(s.withOwn(c), func(c config.Config) (*config.Config, error) { return onMachine(ctx, c, s) }, judged)
}

// RunConfigs referees with one configuration after the other. If one does not work on this machine, it
// reports that to judged and goes back to the last one.
func RunConfigs(c config.Config, referee func(config.Config) (next *config.Config, err error), judged func(error)) error {
	next, err := referee(c)
	for next != nil {
		last := c
		c = *next
		// If the lines disappear later, the configuration itself was possible.
		if next, err = referee(c); err != nil && !errors.Is(err, hw.ErrGone) {
			judged(err)
			c = last
			next, err = referee(c)
		}
	}
	return err
}

// reloads reads the configuration again at each SIGHUP. One that can't be read goes to judged as an
// error, and is not used.
func reloads(ctx context.Context, read func() (config.Config, error), judged func(error)) <-chan config.Config {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	configs := make(chan config.Config)
	go func() {
		defer signal.Stop(hangups)
		for {
			select {
			case <-ctx.Done():
				return
			case <-hangups:
			}
			c, err := read()
			judged(err)
			if err != nil {
				continue
			}
			select {
			case <-ctx.Done():
			case configs <- c:
			}
		}
	}()
	return configs
}
