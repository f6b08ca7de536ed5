package db

import "strings"

var likeText = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

// Containing returns the pattern of texts that contain a text, for LIKE … ESCAPE '\'.
func Containing(text string) string { return "%" + likeText.Replace(text) + "%" }
