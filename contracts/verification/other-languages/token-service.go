// The same token service in Go's standard library. The argument is a port (0 takes a free one); prints its URL.
package main

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

var client = &http.Client{Timeout: 5 * time.Second}

type claims struct {
	Iss      string          `json:"iss"`
	Sub      string          `json:"sub"`
	Email    string          `json:"email"`
	Verified any             `json:"email_verified"`
	Aud      json.RawMessage `json:"aud"`
	Exp      float64         `json:"exp"`
	Nbf      float64         `json:"nbf"`
}

var errRefused = errors.New("refused")

func part(text string, into any) error {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}

type jwk struct{ Kid, Kty, N, E string }

// The issuer's keys, and until when they are used.
type keySet struct {
	keys  []jwk
	until time.Time
}

var known atomic.Pointer[keySet]

// When the keys may be requested again.
var requests struct {
	sync.Mutex
	next time.Time
}

func requestKeys() ([]jwk, error) {
	answer, err := client.Get(os.Getenv("JWKS_URI"))
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		return nil, errors.New(answer.Status)
	}
	var set struct{ Keys []jwk }
	err = json.NewDecoder(answer.Body).Decode(&set)
	return set.Keys, err
}

func cachedKey(kid string) (*rsa.PublicKey, error) {
	set := known.Load()
	if set == nil || time.Now().After(set.until) {
		return nil, errors.New("the keys cannot be read")
	}
	for _, k := range set.keys {
		if k.Kid == kid && k.Kty == "RSA" {
			n, _ := base64.RawURLEncoding.DecodeString(k.N)
			e, _ := base64.RawURLEncoding.DecodeString(k.E)
			return &rsa.PublicKey{N: new(big.Int).SetBytes(n), E: int(new(big.Int).SetBytes(e).Int64())}, nil
		}
	}
	return nil, errRefused
}

// Keys are used for five minutes. An unknown kid requests them again, at most once a minute, or ten seconds after a try that failed:
// anyone can send tokens.
func key(kid string) (*rsa.PublicKey, error) {
	if public, err := cachedKey(kid); err == nil {
		return public, nil
	}
	requests.Lock()
	defer requests.Unlock()
	if now := time.Now(); now.After(requests.next) {
		requests.next = now.Add(10 * time.Second)
		keys, err := requestKeys()
		if err != nil {
			return nil, err
		}
		known.Store(&keySet{keys, now.Add(5 * time.Minute)})
		requests.next = now.Add(time.Minute)
	}
	return cachedKey(kid)
}

func person(header string) (string, error) {
	token, found := strings.CutPrefix(header, "Bearer ")
	parts := strings.Split(token, ".")
	var head struct{ Alg, Kid string }
	var c claims
	if !found || len(parts) != 3 || part(parts[0], &head) != nil || part(parts[1], &c) != nil || head.Alg != "RS256" {
		return "", errRefused
	}
	public, err := key(head.Kid)
	if err != nil {
		return "", err
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if err != nil || rsa.VerifyPKCS1v15(public, crypto.SHA256, sum[:], signature) != nil {
		return "", errRefused
	}
	var one string
	var many []string
	if json.Unmarshal(c.Aud, &one) == nil {
		many = []string{one}
	} else if json.Unmarshal(c.Aud, &many) != nil {
		return "", errRefused
	}
	now := float64(time.Now().Unix())
	if c.Iss != os.Getenv("ISSUER") || !slices.Contains(many, os.Getenv("AUDIENCE")) || c.Exp <= now || c.Nbf > now {
		return "", errRefused
	}
	// Anyone can claim an address that nobody verified.
	if c.Email != "" && (c.Verified == nil || c.Verified == true) {
		return c.Email, nil
	}
	if c.Sub == "" {
		return "", errRefused
	}
	return c.Sub, nil
}

func biToken(user string) (string, error) {
	body, _ := json.Marshal(map[string]any{"username": user, "secret_key": os.Getenv("BI_SECRET_KEY"), "validity_time_in_sec": 1800})
	answer, err := client.Post(os.Getenv("BI_HOST")+"/api/rest/2.0/auth/token/full", "application/json", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	var reply struct{ Token string }
	if err := json.NewDecoder(answer.Body).Decode(&reply); err != nil {
		return "", err
	}
	if answer.StatusCode != 200 || reply.Token == "" {
		return "", errors.New(answer.Status)
	}
	return reply.Token, nil
}

func give(w http.ResponseWriter, user string) {
	token, err := biToken(user)
	if err != nil {
		log.Print(err)
		w.Header().Set("Retry-After", "5")
		w.WriteHeader(503)
		return
	}
	io.WriteString(w, token)
}

func browser(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", os.Getenv("PORTAL"))
		h.Set("Access-Control-Expose-Headers", "Date, Retry-After")
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Type", "text/plain; charset=utf-8")
		if r.Method == http.MethodOptions {
			h.Set("Access-Control-Allow-Methods", "GET")
			h.Set("Access-Control-Allow-Headers", "authorization")
			w.WriteHeader(204)
			return
		}
		next(w, r)
	}
}

func main() {
	http.HandleFunc("/api/token", browser(func(w http.ResponseWriter, r *http.Request) { give(w, os.Getenv("VISITOR")) }))
	http.HandleFunc("/api/token-authenticated", browser(func(w http.ResponseWriter, r *http.Request) {
		user, err := person(r.Header.Get("Authorization"))
		switch {
		case errors.Is(err, errRefused):
			w.Header().Set("WWW-Authenticate", "Bearer")
			w.WriteHeader(401)
		case err != nil:
			w.Header().Set("Retry-After", "5")
			w.WriteHeader(503)
		case slices.Contains(strings.Split(os.Getenv("FORBIDDEN"), ","), user):
			w.WriteHeader(403)
		default:
			give(w, user)
		}
	}))
	http.HandleFunc("POST /_pact/state", func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ State string }
		// The only body that is read, and only a short one.
		json.NewDecoder(http.MaxBytesReader(w, r.Body, 10_000)).Decode(&asked)
		switch asked.State {
		case "the token service is at work", "the access token is valid", "the access token is not valid", "the access token is valid but its owner may not see dashboards":
			w.WriteHeader(200)
		default:
			w.WriteHeader(404)
		}
	})
	http.HandleFunc("/health", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) })
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("http://" + listener.Addr().String())
	log.Fatal(http.Serve(listener, nil))
}
