// Flags by the OpenFeature Remote Evaluation Protocol, evaluated by flagd's own core: what `flagd start --uri file:…` answers, on an
// address of our choice, with CORS and an ETag.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"log"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	gosync "sync"
	"syscall"
	"time"

	"github.com/open-feature/flagd/core/pkg/evaluator"
	"github.com/open-feature/flagd/core/pkg/logger"
	"github.com/open-feature/flagd/core/pkg/model"
	"github.com/open-feature/flagd/core/pkg/service/ofrep"
	"github.com/open-feature/flagd/core/pkg/store"
	"github.com/open-feature/flagd/core/pkg/sync"
	"go.uber.org/zap"
)

// flagd's own limit.
const largestRequest = 1 << 20

// Editors write a file anew, rename another over it, or take it away for a moment: its content is what counts.
const lookEvery = 100 * time.Millisecond

func main() {
	listen := flag.String("listen", "127.0.0.1:4311", "address and port")
	file := flag.String("file", "", "flags in flagd's format")
	origins := flag.String("origins", "", "origins whose pages may ask, separated by spaces")
	flag.Parse()

	quiet := logger.NewLogger(zap.NewNop(), false)
	flags, err := store.NewStore(quiet, []string{*file})
	if err != nil {
		log.Fatal(err)
	}
	evaluate := evaluator.NewJSON(quiet, flags)
	reader := &reader{evaluate: evaluate, file: *file}
	reader.read()
	if reader.state().Problem != "" {
		log.Fatalf("the flags cannot be read: %s", reader.state().Problem)
	}
	go func() {
		for range time.Tick(lookEvery) {
			reader.read()
		}
	}()

	routes := http.NewServeMux()
	routes.HandleFunc("GET /health", func(answer http.ResponseWriter, request *http.Request) {
		reply(answer, request, http.StatusOK, reader.state())
	})
	routes.HandleFunc("POST /ofrep/v1/evaluate/flags", all(evaluate))
	routes.HandleFunc("POST /ofrep/v1/evaluate/flags/{key}", one(evaluate))
	server := &http.Server{Addr: *listen, Handler: shared(routes, strings.Fields(*origins)), ReadHeaderTimeout: 5 * time.Second}
	stop, _ := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	go func() {
		<-stop.Done()
		_ = server.Close()
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}

// What is served, and what is wrong with the file since.
type state struct {
	Read    string `json:"read"`
	Problem string `json:"problem"`
}

// Reads the file when its content is another. One that is away or broken changes nothing; it is told of once.
type reader struct {
	evaluate *evaluator.JSON
	file     string
	last     string
	lock     gosync.RWMutex
	now      state
}

func (r *reader) state() state {
	r.lock.RLock()
	defer r.lock.RUnlock()
	return r.now
}

func (r *reader) read() {
	content, err := os.ReadFile(r.file)
	switch {
	case err != nil:
	case string(content) == r.last && r.now.Problem == "":
		return
	case !json.Valid(content):
		err = errors.New("this is not JSON")
	default:
		err = r.evaluate.SetState(sync.DataSync{FlagData: string(content), Source: r.file})
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	if err == nil {
		r.last, r.now = string(content), state{Read: sum(content)}
		return
	}
	if err.Error() != r.now.Problem {
		log.Printf("the flags stay as they were: %v", err)
	}
	r.now.Problem = err.Error()
}

func sum(text []byte) string {
	hash := sha256.Sum256(text)
	return hex.EncodeToString(hash[:])
}

func all(evaluate *evaluator.JSON) http.HandlerFunc {
	return func(answer http.ResponseWriter, request *http.Request) {
		person, status := contextOf(answer, request)
		if status != http.StatusOK {
			reply(answer, request, status, ofrep.BulkEvaluationContextError())
			return
		}
		values, metadata, err := evaluate.ResolveAllValues(request.Context(), "", person)
		if err != nil {
			reply(answer, request, http.StatusInternalServerError, ofrep.InternalError{ErrorDetails: err.Error()})
			return
		}
		slices.SortFunc(values, func(a, b evaluator.AnyValue) int { return strings.Compare(a.FlagKey, b.FlagKey) })
		reply(answer, request, http.StatusOK, ofrep.BulkEvaluationResponseFrom(values, metadata))
	}
}

func one(evaluate *evaluator.JSON) http.HandlerFunc {
	return func(answer http.ResponseWriter, request *http.Request) {
		key := request.PathValue("key")
		person, status := contextOf(answer, request)
		if status != http.StatusOK {
			reply(answer, request, status, ofrep.ContextErrorResponseFrom(key))
			return
		}
		value := evaluate.ResolveAsAnyValue(request.Context(), "", key, person)
		if value.Error != nil && value.Reason != model.DisabledReason {
			status, problem := ofrep.EvaluationErrorResponseFrom(value)
			reply(answer, request, status, problem)
			return
		}
		reply(answer, request, http.StatusOK, ofrep.SuccessResponseFrom(value))
	}
}

// Nobody in particular is an empty context; anything but an object is refused.
func contextOf(answer http.ResponseWriter, request *http.Request) (map[string]any, int) {
	var body struct {
		Context any `json:"context"`
	}
	var tooLarge *http.MaxBytesError
	switch err := json.NewDecoder(http.MaxBytesReader(answer, request.Body, largestRequest)).Decode(&body); {
	case errors.As(err, &tooLarge):
		return nil, http.StatusRequestEntityTooLarge
	case err != nil:
		return nil, http.StatusBadRequest
	}
	person, isObject := body.Context.(map[string]any)
	if !isObject && body.Context != nil {
		return nil, http.StatusBadRequest
	}
	return person, http.StatusOK
}

func reply(answer http.ResponseWriter, request *http.Request, status int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		http.Error(answer, "the answer cannot be written", http.StatusInternalServerError)
		return
	}
	tag := `"` + sum(text)[:24] + `"`
	answer.Header().Set("Content-Type", "application/json")
	answer.Header().Set("Cache-Control", "no-cache")
	if status == http.StatusOK {
		answer.Header().Set("ETag", tag)
		if request.Header.Get("If-None-Match") == tag {
			answer.WriteHeader(http.StatusNotModified)
			return
		}
	}
	answer.WriteHeader(status)
	_, _ = answer.Write(text)
}

// Pages of these origins may ask and read the tag; other pages may not.
func shared(next http.Handler, origins []string) http.Handler {
	return http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		answer.Header().Add("Vary", "Origin")
		if origin := request.Header.Get("Origin"); slices.Contains(origins, origin) {
			answer.Header().Set("Access-Control-Allow-Origin", origin)
			answer.Header().Set("Access-Control-Expose-Headers", "ETag, Retry-After")
		}
		if request.Method == http.MethodOptions {
			answer.Header().Set("Access-Control-Allow-Methods", "POST")
			answer.Header().Set("Access-Control-Allow-Headers", request.Header.Get("Access-Control-Request-Headers"))
			answer.Header().Set("Access-Control-Max-Age", "600")
			answer.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(answer, request)
	})
}
