package games

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

// The words of every game lie beside it.
//
//go:embed */*.txt
var wordFiles embed.FS

// WordFiles are the folders in which the files of words of each game lie.
func WordFiles() map[string]fs.FS {
	folders := map[string]fs.FS{}
	paths, _ := fs.Glob(wordFiles, "*/*.en.txt")
	for _, file := range paths {
		dir, name := path.Split(file)
		game, _, _ := strings.Cut(name, ".")
		if game == "words" {
			game = path.Clean(dir)
		}
		folders[game], _ = fs.Sub(wordFiles, path.Clean(dir))
	}
	return folders
}
