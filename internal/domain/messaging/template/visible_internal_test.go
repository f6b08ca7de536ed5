package template

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestShowsUnsubscribe(t *testing.T) {
	t.Parallel()
	for text, shown := range map[string]bool{
		`<p>Bye: {{unsubscribeUrl}}</p>`:                                                   true,
		`<a href="{{unsubscribeUrl}}">Bye</a>`:                                             true,
		`<a href="{{unsubscribeUrl}}"><img src="x.png"></a>`:                               true,
		`<div style="font-size: 0.9em">{{unsubscribeUrl}}</div>`:                           true,
		`<!-- {{unsubscribeUrl}} --><p>Hi</p>`:                                             false,
		`<a href="{{unsubscribeUrl}}"> </a>`:                                               false,
		`<a href="{{unsubscribeUrl}}"><span hidden>Bye</span></a>`:                         false,
		`<p style="display:none">{{unsubscribeUrl}}</p>`:                                   false,
		`<div style="color:red; DISPLAY: none !important"><b>{{unsubscribeUrl}}</b></div>`: false,
		`<p style="font-size:0px">{{unsubscribeUrl}}</p>`:                                  false,
		`<p hidden>{{unsubscribeUrl}}</p>`:                                                 false,
		`<img alt="{{unsubscribeUrl}}">`:                                                   false,
		`<title>{{unsubscribeUrl}}</title><p>Hi</p>`:                                       false,
	} {
		require.Equal(t, shown, showsUnsubscribe(text), text)
	}
}
