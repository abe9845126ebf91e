// Signs and checks the addresses of notifications: go run notification.go sign <reference> <attempt> | check <url>
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"time"
)

const validSeconds = 730 * 86400 // a subscription needs 3650 days: its renewals come to this address too

// setting ends the program without the setting: with an empty secret anybody could sign.
func setting(name string, length int) string {
	value := os.Getenv(name)
	if len(value) < length {
		panic(name + " is not set, or too short")
	}
	return value
}

func mac(reference, attempt, expiry string) string {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // as every other language writes JSON
	encoder.Encode([]string{"cardpane notification 2", setting("PANE_ENVIRONMENT", 1), reference, attempt, expiry})
	hash := hmac.New(sha256.New, []byte(setting("IPN_SECRET", 32)))
	hash.Write(bytes.TrimRight(text.Bytes(), "\n"))
	return base64.RawURLEncoding.EncodeToString(hash.Sum(nil))
}

func notificationURL(ipnURL, reference, attempt string) string {
	expiry := strconv.FormatInt(time.Now().Unix()+validSeconds, 10)
	query := url.Values{}
	query.Set("cp_ref", reference)
	query.Set("cp_att", attempt)
	query.Set("cp_exp", expiry)
	query.Set("cp_mac", mac(reference, attempt, expiry))
	return ipnURL + "?" + query.Encode()
}

// check returns reference and attempt, or false: answer false with 400.
func check(address string) (string, string, bool) {
	parsed, err := url.Parse(address)
	if err != nil {
		return "", "", false
	}
	query := parsed.Query()
	for _, name := range []string{"cp_ref", "cp_att", "cp_exp", "cp_mac"} {
		if len(query[name]) != 1 {
			return "", "", false
		}
	}
	reference, attempt, expiry := query.Get("cp_ref"), query.Get("cp_att"), query.Get("cp_exp")
	if !hmac.Equal([]byte(mac(reference, attempt, expiry)), []byte(query.Get("cp_mac"))) {
		return "", "", false
	}
	seconds, err := strconv.ParseInt(expiry, 10, 64)
	return reference, attempt, err == nil && seconds > time.Now().Unix()
}

func main() {
	if os.Args[1] == "sign" {
		fmt.Println(notificationURL(os.Getenv("IPN_URL"), os.Args[2], os.Args[3]))
	} else if reference, attempt, ok := check(os.Args[2]); ok {
		fmt.Println(reference + "\n" + attempt)
	} else {
		fmt.Println("refused")
	}
}
