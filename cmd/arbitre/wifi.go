package main

import (
	"os"

	"arbitre/cmd/arbitre/wifi"

	"github.com/spf13/cobra"
)

func wifiCommand(w world) *cobra.Command {
	return &cobra.Command{
		Use: "wifi", Short: "make the box's own Wi-Fi until the input ends",
		Long: `The service of the table has it started when the menu asks for a Wi-Fi. It needs
root, and NetworkManager, which ends the Wi-Fi when the command ends, however it
does. Each new state is a line of JSON; the first that is "up" has name and key.
Lines of the input look for networks or join one, which ends the box's own.`,
		Example: "sudo arbitre wifi",
		RunE: func(*cobra.Command, []string) error {
			ctx, stop := untilStopped()
			defer stop()
			return wifi.Serve(ctx, os.Stdin, w.out)
		},
	}
}
