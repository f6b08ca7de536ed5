package httpcall

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// Text is a JSON text or number: providers write the same ids, codes and times as both.
type Text string

// UnmarshalJSON implements [json.Unmarshaler]. Null is the empty text.
func (t *Text) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		return json.Unmarshal(text, (*string)(t))
	}
	var n json.Number
	if err := json.Unmarshal(text, &n); err != nil {
		return fmt.Errorf("httpcall: neither a text nor a number: %w", err)
	}
	*t = Text(n)
	return nil
}

// Int returns the number, or 0 if it is none.
func (t *Text) Int() int {
	n, err := strconv.Atoi(string(*t))
	if err != nil {
		return 0
	}
	return n
}

// lastSecond is the end of the year 9999, which is the last one in JSON and in databases.
const lastSecond = 253402300799

// Time reads seconds since 1970. It returns the zero time for anything else.
func (t *Text) Time() time.Time {
	seconds, err := strconv.ParseInt(string(*t), 10, 64)
	if err != nil || seconds <= 0 || seconds > lastSecond {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}
