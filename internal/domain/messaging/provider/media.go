package provider

import (
	"context"
	"io"
	"strings"
)

// MaxMedia is the maximum size of a file that arrives or is sent in bytes: the limit of WhatsApp.
const MaxMedia = 100 << 20

// MediaFetcher is implemented by an adapter whose provider keeps the files that arrive.
type MediaFetcher interface {
	// FetchMedia opens a file that arrived, and the caller closes it. The outcome is Taken, or says
	// why there is none: Refused if the provider does not have the file any more. The credentials
	// of the account are sent to no other host than those of the provider.
	FetchMedia(ctx context.Context, account Account, ref MediaRef) (io.ReadCloser, Outcome)
}

const (
	// maxAttachment is the maximum size of the file of a mail: with its encoding many servers take
	// no more.
	maxAttachment = 15 << 20
	// maxMMS is the maximum size of the file of an MMS.
	//
	// Source: "Accepted Content Types for Media" in the documentation of Twilio, 27 November 2026.
	maxMMS = 5_000_000
)

// FileLimits are the maximum sizes of files that are sent in bytes, by their content type.
type FileLimits struct{ Image, Video, Audio, Other int }

// LimitsOf returns the limits of the files that a kind of channel sends.
func LimitsOf(kind Kind) FileLimits {
	most := MaxMedia
	switch kind {
	case WhatsApp:
		// Source: "Media" in the developer documentation of WhatsApp, as of December 2025.
		return FileLimits{Image: 5 << 20, Video: 16 << 20, Audio: 16 << 20, Other: MaxMedia}
	case SMS:
		most = maxMMS
	case Email:
		most = maxAttachment
	case Sandbox:
	}
	return FileLimits{most, most, most, most}
}

// Of returns the limit of a file with a content type.
func (l FileLimits) Of(contentType string) int {
	switch part, _, _ := strings.Cut(contentType, "/"); part {
	case "image":
		return l.Image
	case "video":
		return l.Video
	case "audio":
		return l.Audio
	}
	return l.Other
}
