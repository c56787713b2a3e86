// Saved dashboards (both versions), the assistant, flags, preferences, and the gateway's two contracts, in Go's standard library. Written
// only from the pacts and contracts/README.md. The argument is a port (0 takes a free one); prints its URL. Accepts TOKEN and refuses
// FORBIDDEN_TOKEN with 403; PORTAL is the portal's origin. With BEHIND it is a proxy in front of that BI host: it forwards requests for
// other routes, and accepts the tokens that the host issues, each for its user.
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

type object = map[string]any

type dashboard struct {
	id, name string
	changed  time.Time
	// As received, including unknown members.
	whole object
}

// The data of one verification, or of one user.
type world struct {
	state      string
	dashboards []*dashboard
	// Empty if there are none.
	preferences string
}

var (
	mutex   sync.Mutex
	worlds  = map[string]*world{}
	people  = map[string]string{}
	flags   = map[string]bool{"miu-app-enabled": true, "miu-query-params-bypass": true, "new-feature": true, "UI-403": false, "miu-chart-interactions-enabled": true, "miu-deep-research-enabled": true}
	version = 1
	changes = map[chan struct{}]bool{}
)

const somePreferences = `{"version":1,"favourites":[{"kind":"dataset","key":"bitcoin"}]}`

const guestDashboard = "0d0c5f5e-5f7a-4d55-9a55-0e2a4c1f7b10"

var states = []string{
	"the person has dashboards of their own", "the person has a dashboard of which the list says everything",
	"the person has a dashboard with a chart on it", `the person has a dashboard called "Morning note"`,
	"the person has more dashboards than come at once", "the person has no dashboards", "the person has no own dashboards",
	"the person has 26 own dashboards",
	"the person may make dashboards", "an import is taken but makes no dashboard", "the BI token is not valid",
	"the BI token is valid but its owner may not do this", "there is no dashboard with that id for this person",
	"the person may ask about the worksheet", "there is no worksheet with that id",
	"a conversation is open and the assistant can answer the question",
	"a conversation is open and the assistant cannot answer the question",
	"there is no conversation with that id for this person", "the BI token is valid but its owner may not ask the assistant",
	"the flag service is at work", "the flags of the portal are defined", "the flag service has a stream of changes",
	"the flag service tags its answers", "the flags are as they were", "one flag cannot be evaluated", "a flag changes",
	"the gateway is at work", "the person has preferences", "the person has no preferences", "the access token is not valid",
}

func newID() string {
	b := make([]byte, 16)
	rand.Read(b)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func tag() string { return fmt.Sprintf(`"flags-%d"`, version) }

func reply(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value)
}

// The data that a request may use. If it may not use any, sends the refusal and returns nil.
func worldOf(w http.ResponseWriter, r *http.Request) *world {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	person := people[token]
	switch {
	case token != "" && token == os.Getenv("FORBIDDEN_TOKEN"):
		w.WriteHeader(403)
		return nil
	case token != "" && token == os.Getenv("TOKEN"):
		person = r.Header.Get("X-Verification-Id")
	case person == "":
		w.WriteHeader(401)
		return nil
	}
	return worldNamed(person)
}

func worldNamed(name string) *world {
	if worlds[name] == nil {
		worlds[name] = &world{}
	}
	return worlds[name]
}

func (own *world) find(id string) *dashboard {
	at := slices.IndexFunc(own.dashboards, func(one *dashboard) bool { return one.id == id })
	if at < 0 {
		return nil
	}
	return own.dashboards[at]
}

func (own *world) titled(name string) bool {
	return slices.ContainsFunc(own.dashboards, func(one *dashboard) bool { return one.name == name })
}

func (own *world) put(id, name string, whole object) *dashboard {
	one := own.find(id)
	if one == nil {
		one = &dashboard{id: id}
		own.dashboards = append(own.dashboards, one)
	}
	one.name, one.whole, one.changed = name, whole, time.Now().UTC()
	return one
}

func (own *world) drop(ids []string) bool {
	if slices.ContainsFunc(ids, func(id string) bool { return own.find(id) == nil }) {
		return false
	}
	own.dashboards = slices.DeleteFunc(own.dashboards, func(one *dashboard) bool { return slices.Contains(ids, one.id) })
	return true
}

func changeState(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		State, Action string
		Params        map[string]string
	}
	if json.NewDecoder(r.Body).Decode(&asked) != nil || !slices.Contains(states, asked.State) {
		w.WriteHeader(404)
		return
	}
	own := worldNamed(r.Header.Get("X-Verification-Id"))
	*own = world{}
	given := object{}
	if asked.State == "a flag changes" {
		flags["miu-deep-research-enabled"] = asked.Action != "setup"
		version++
		for listener := range changes {
			select {
			case listener <- struct{}{}:
			default:
			}
		}
	}
	if asked.Action == "setup" {
		own.state = asked.State
		id := asked.Params["dashboardId"]
		if title := asked.Params["title"]; title != "" {
			id = newID()
			given["dashboardId"] = id
		}
		if id == "" && strings.Contains(asked.State, "more dashboards") {
			id = newID()
		}
		if id != "" {
			liveboard := object{"name": "Morning note", "description": "Created from dashboard page", "visualizations": []any{}}
			own.put(id, "Morning note", object{"guid": id, "liveboard": liveboard})
		}
		switch asked.State {
		case "the person has 26 own dashboards":
			for range 26 {
				own.put(newID(), "Note", nil)
			}
		case "the flags are as they were":
			given["tag"] = tag()
		case "the person has preferences":
			own.preferences = somePreferences
			given["version"] = own.preferencesTag()
		}
	}
	reply(w, 200, given)
}

func header(one *dashboard) object {
	at := one.changed.UnixMilli()
	return object{"id": one.id, "name": one.name, "description": "Created from dashboard page", "authorName": "analyst@example.com",
		"created": at, "modified": at, "tabs": []object{{"id": "tab-1", "label": "Flows"}}}
}

func ids(text string) (found []string) {
	json.Unmarshal([]byte(text), &found)
	return
}

func list(w http.ResponseWriter, r *http.Request, own *world) {
	rows := []object{}
	for _, one := range own.dashboards {
		rows = append(rows, header(one))
	}
	reply(w, 200, object{"headers": rows, "isLastBatch": true})
}

func deleteThem(w http.ResponseWriter, own *world, ids []string) {
	if !own.drop(ids) {
		w.WriteHeader(404)
		return
	}
	w.WriteHeader(204)
}

// Saves a dashboard: replaces the one with its guid, or creates a new one if it has none.
func (own *world) imported(whole object) object {
	if strings.HasPrefix(own.state, "an import is taken") {
		return object{"response": object{"status": object{"status_code": "ERROR", "error_message": "It is not valid."}}}
	}
	id, named := whole["guid"].(string)
	if !named {
		id = newID()
		whole["guid"] = id
	}
	liveboard, _ := whole["liveboard"].(object)
	name, _ := liveboard["name"].(string)
	own.put(id, name, whole)
	return object{"response": object{"header": object{"id_guid": id}}}
}

func (own *world) exported(wanted []string) (found []object) {
	for _, id := range wanted {
		one := own.find(id)
		if one == nil {
			return nil
		}
		edoc, _ := json.Marshal(one.whole)
		found = append(found, object{"edoc": string(edoc)})
	}
	return found
}

func importForm(w http.ResponseWriter, r *http.Request, own *world) {
	var wanted []object
	if json.Unmarshal([]byte(r.FormValue("import_objects")), &wanted) != nil || len(wanted) == 0 {
		w.WriteHeader(400)
		return
	}
	reply(w, 200, object{"object": []object{own.imported(wanted[0])}})
}

func exportForm(w http.ResponseWriter, r *http.Request, own *world) {
	found := own.exported(ids(r.FormValue("export_ids")))
	if found == nil {
		w.WriteHeader(404)
		return
	}
	reply(w, 200, object{"object": found})
}

// Request members of all four calls of version 2.
type second struct {
	Metadata     []struct{ Identifier string }
	MetadataTmls []string `json:"metadata_tmls"`
	RecordOffset int      `json:"record_offset"`
	WithCharts   bool     `json:"include_visualization_headers"`
}

func (asked second) ids() (found []string) {
	for _, one := range asked.Metadata {
		found = append(found, one.Identifier)
	}
	return
}

func version2(w http.ResponseWriter, r *http.Request, own *world) {
	var asked second
	if json.NewDecoder(r.Body).Decode(&asked) != nil {
		w.WriteHeader(400)
		return
	}
	switch r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:] {
	case "search":
		rows := []object{}
		for at, one := range own.dashboards {
			// The state requires one row after the first page.
			isLater := strings.Contains(own.state, "more dashboards") && asked.RecordOffset > 0
			if !isLater && at < asked.RecordOffset || asked.WithCharts && one.id != asked.ids()[0] {
				continue
			}
			row := object{"metadata_id": one.id, "metadata_header": header(one)}
			if asked.WithCharts {
				row["visualization_headers"] = []object{{"id": "chart-1", "name": "Supply"}}
			}
			rows = append(rows, row)
		}
		reply(w, 200, rows)
	case "import":
		var whole object
		if len(asked.MetadataTmls) == 0 || json.Unmarshal([]byte(asked.MetadataTmls[0]), &whole) != nil {
			w.WriteHeader(400)
			return
		}
		reply(w, 200, []object{own.imported(whole)})
	case "export":
		if found := own.exported(asked.ids()); found != nil {
			reply(w, 200, found)
			return
		}
		w.WriteHeader(404)
	case "delete":
		deleteThem(w, own, asked.ids())
	}
}

func copyObject(w http.ResponseWriter, r *http.Request, own *world) {
	var asked struct{ Identifier string }
	if json.NewDecoder(r.Body).Decode(&asked) != nil {
		w.WriteHeader(400)
		return
	}
	if own.exported([]string{asked.Identifier}) == nil {
		w.WriteHeader(404)
		return
	}
	reply(w, 200, object{"metadata_id": newID()})
}

func assistant(w http.ResponseWriter, r *http.Request, own *world) {
	var asked struct{ OperationName string }
	json.NewDecoder(r.Body).Decode(&asked)
	if strings.HasPrefix(own.state, "there is no") {
		reply(w, 200, object{"errors": []object{{"message": "It is not there."}}})
		return
	}
	if asked.OperationName == "CreateConversation" {
		reply(w, 200, object{"data": object{"ConvAssist__createConversation": object{"convId": newID()}}})
		return
	}
	data := object{"errorData": object{"errCode": "NOT_UNDERSTOOD", "errTxt": "I did not understand.", "tool": "SEARCH"}}
	if !strings.Contains(own.state, "cannot") {
		data = object{"asstRespData": object{"nlsAnsData": object{"sageQuerySuggestions": []object{suggestion}}}}
	}
	response := object{"msgId": newID(), "data": data}
	reply(w, 200, object{"data": object{"ConvAssist__sendMessage": object{"responses": []object{response}}}})
}

var suggestion = object{
	"sessionId": "session-1", "genNo": 2, "stateKey": object{"transactionId": "transaction-1", "generationNumber": 3},
	"title": "Supply by chain", "description": "Each chain's share", "cached": true, "sqlQuery": "select 1",
	"warningType": "TOP_N_APPLIED", "worksheetId": "b1d2c3e4-0000-4a00-8a00-00000000a002", "tokens": []string{"share"},
	"tmlTokens": []string{"[share]"}, "formulaInfo": []object{{"name": "share", "expression": "sum ( supply )"}},
	"llmReasoning":     object{"assumptions": "the last day", "clarifications": "tokens", "interpretation": "Supply by chain"},
	"ambiguousTokens":  []object{{"token": object{"token": "chain"}, "alternativeTokens": []object{{"token": "home chain"}}}},
	"ambiguousPhrases": []object{{"token": []object{{"token": "supply"}}, "alternativePhrases": []object{{"token": []object{{"token": "circulating supply"}}}}}},
	"subQueries":       []object{{"tokens": []string{"top 5"}, "cohortConfig": object{"name": "Largest chains"}}},
	"tableData": object{"columnDataLite": []object{
		{"columnId": "chain", "columnName": "Chain", "columnDataType": "VARCHAR", "dataValue": []any{"Ethereum"}},
		{"columnId": "share", "columnName": "Share", "columnDataType": "DOUBLE", "dataValue": []any{52.5}}}},
	"visualizationSuggestion": object{"chartType": "BAR", "displayMode": "CHART_MODE",
		"axisConfigs":        []object{{"x": []string{"chain"}, "y": []string{"share"}, "color": []string{"chain"}}},
		"customChartConfigs": []object{{"dimensions": []object{{"columns": []string{"chain"}}}}}},
}

func evaluate(w http.ResponseWriter, r *http.Request) {
	var asked struct{ Context struct{ TargetingKey string } }
	if json.NewDecoder(r.Body).Decode(&asked) != nil || asked.Context.TargetingKey == "" {
		w.WriteHeader(400)
		return
	}
	w.Header().Set("ETag", tag())
	if r.Header.Get("If-None-Match") == tag() {
		w.WriteHeader(304)
		return
	}
	if worldNamed(r.Header.Get("X-Verification-Id")).state == "one flag cannot be evaluated" {
		broken := object{"key": "miu-deep-research-enabled", "errorCode": "PARSE_ERROR"}
		reply(w, 200, object{"flags": []object{{"key": "miu-app-enabled", "value": true}, broken}})
		return
	}
	all := []object{}
	for key, value := range flags {
		all = append(all, object{"key": key, "value": value})
	}
	stream := object{"type": "sse", "url": "http://" + r.Host + "/stream"}
	reply(w, 200, object{"flags": all, "eventStreams": []object{stream}})
}

func stream(w http.ResponseWriter, r *http.Request) {
	listener := make(chan struct{}, 1)
	mutex.Lock()
	changes[listener] = true
	mutex.Unlock()
	defer func() {
		mutex.Lock()
		delete(changes, listener)
		mutex.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(200)
	for {
		w.(http.Flusher).Flush()
		select {
		case <-r.Context().Done():
			return
		case <-listener:
			io.WriteString(w, "data: {\"type\":\"refetchEvaluation\"}\n\n")
		case <-time.After(15 * time.Second):
			io.WriteString(w, ":\n\n")
		}
	}
}

func gatewayToken(w http.ResponseWriter, r *http.Request) {
	var asked struct{ Dashboards []string }
	json.NewDecoder(r.Body).Decode(&asked)
	opens := []string{guestDashboard}
	if r.Header.Get("Authorization") != "" {
		own := worldOf(w, r)
		if own == nil {
			return
		}
		for _, id := range asked.Dashboards {
			if id != guestDashboard && own.find(id) == nil {
				w.WriteHeader(404)
				return
			}
		}
		opens = append(opens, asked.Dashboards...)
	}
	end := time.Now().UTC().Add(5 * time.Minute).Format("2006-01-02T15:04:05Z")
	reply(w, 200, object{"token": "guest." + newID(), "expiresAt": end, "dashboards": opens})
}

func gatewayList(w http.ResponseWriter, r *http.Request, own *world) {
	page, _ := strconv.Atoi(r.FormValue("page"))
	size, _ := strconv.Atoi(r.FormValue("pageSize"))
	rows := []object{}
	for at, one := range own.dashboards {
		if size > 0 && at/size == page-1 {
			rows = append(rows, object{"id": one.id, "title": one.name, "modified": one.changed.Format("2006-01-02T15:04:05Z")})
		}
	}
	reply(w, 200, object{"dashboards": rows, "total": len(own.dashboards)})
}

func gatewayWrite(w http.ResponseWriter, r *http.Request, own *world) {
	var asked struct{ Title, CopyOf string }
	json.NewDecoder(r.Body).Decode(&asked)
	id := r.PathValue("id")
	switch {
	case id != "" && own.find(id) == nil, asked.CopyOf != "" && own.find(asked.CopyOf) == nil:
		w.WriteHeader(404)
	case own.titled(asked.Title):
		w.WriteHeader(409)
	case id != "":
		own.put(id, asked.Title, nil)
		reply(w, 200, object{"id": id, "title": asked.Title})
	default:
		reply(w, 201, object{"id": own.put(newID(), asked.Title, nil).id})
	}
}

func (own *world) preferencesTag() string {
	return fmt.Sprintf(`"%x"`, sha256.Sum256([]byte(own.preferences)))
}

func readPreferences(w http.ResponseWriter, r *http.Request, own *world) {
	if own.preferences == "" {
		w.WriteHeader(204)
		return
	}
	w.Header().Set("ETag", own.preferencesTag())
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, own.preferences)
}

func writePreferences(w http.ResponseWriter, r *http.Request, own *world) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 100_000))
	var whole object
	match, none := r.Header.Get("If-Match"), r.Header.Get("If-None-Match")
	switch {
	case match == "" && none != "*":
		w.WriteHeader(428)
	case err != nil || json.Unmarshal(body, &whole) != nil || whole == nil:
		w.WriteHeader(400)
	case match == "" && own.preferences != "", match != "" && (own.preferences == "" || match != own.preferencesTag()):
		w.WriteHeader(412)
	default:
		own.preferences = string(body)
		w.Header().Set("ETag", own.preferencesTag())
		w.WriteHeader(204)
	}
}

// Serves one request at a time, and only authorized ones.
func private(serve func(http.ResponseWriter, *http.Request, *world)) http.HandlerFunc {
	return alone(func(w http.ResponseWriter, r *http.Request) {
		if own := worldOf(w, r); own != nil {
			serve(w, r, own)
		}
	})
}

func alone(serve http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		mutex.Lock()
		defer mutex.Unlock()
		serve(w, r)
	}
}

// Adds the headers without which a page cannot read the responses, and answers preflights.
func readable(own *http.ServeMux, elsewhere http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		asked := r
		if r.Method == http.MethodOptions {
			asked = r.Clone(r.Context())
			asked.Method = r.Header.Get("Access-Control-Request-Method")
		}
		if _, pattern := own.Handler(asked); pattern == "" && elsewhere != nil {
			elsewhere.ServeHTTP(w, r)
			return
		}
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", os.Getenv("PORTAL"))
		h.Set("Access-Control-Expose-Headers", "date, etag, retry-after")
		h.Set("Cache-Control", "no-store")
		if r.Method == http.MethodOptions {
			h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
			h.Set("Access-Control-Allow-Headers", "authorization, content-type, if-match, if-none-match, x-requested-by")
			w.WriteHeader(204)
			return
		}
		own.ServeHTTP(w, r)
	}
}

// Context key: the user that a token is requested for.
type userKey struct{}

// A proxy to the BI host that records the users of the tokens it issues.
func behind(address string) http.Handler {
	target, err := url.Parse(address)
	if err != nil {
		log.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.FlushInterval = -1
	const tokens = "/api/rest/2.0/auth/token/full"
	proxy.ModifyResponse = func(answer *http.Response) error {
		name, _ := answer.Request.Context().Value(userKey{}).(string)
		if answer.Request.URL.Path != tokens || answer.StatusCode != 200 {
			return nil
		}
		body, err := io.ReadAll(answer.Body)
		var given struct{ Token string }
		if err != nil || json.Unmarshal(body, &given) != nil {
			return err
		}
		mutex.Lock()
		people[given.Token] = name
		mutex.Unlock()
		answer.Body = io.NopCloser(bytes.NewReader(body))
		return nil
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == tokens {
			body, _ := io.ReadAll(r.Body)
			var asked struct{ Username string }
			json.Unmarshal(body, &asked)
			r.Body = io.NopCloser(bytes.NewReader(body))
			r = r.WithContext(context.WithValue(r.Context(), userKey{}, asked.Username))
		}
		// The host's own pages, served through this proxy, must have the host's origin.
		if r.Header.Get("Origin") == "http://"+r.Host {
			r.Header.Set("Origin", target.Scheme+"://"+target.Host)
		}
		r.Host = target.Host
		proxy.ServeHTTP(w, r)
	})
}

func main() {
	mux := http.NewServeMux()
	const first = "/callosum/v1/tspublic/v1/metadata"
	mux.HandleFunc("POST /_pact/state", alone(changeState))
	mux.HandleFunc("/health", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) })
	mux.HandleFunc("GET "+first+"/list", private(list))
	mux.HandleFunc("POST "+first+"/tml/import", private(importForm))
	mux.HandleFunc("POST "+first+"/tml/export", private(exportForm))
	mux.HandleFunc("GET "+first+"/listvizheaders", private(func(w http.ResponseWriter, _ *http.Request, _ *world) {
		reply(w, 200, []object{{"id": "chart-1", "name": "Supply"}})
	}))
	mux.HandleFunc("POST "+first+"/delete", private(func(w http.ResponseWriter, r *http.Request, own *world) {
		deleteThem(w, own, ids(r.FormValue("id")))
	}))
	mux.HandleFunc("POST /api/rest/2.0/metadata/liveboard/data", private(func(w http.ResponseWriter, _ *http.Request, _ *world) {
		headline := object{"visualization_id": "chart-1", "column_names": []string{"Supply"}, "data_rows": [][]float64{{312.5}}, "available_data_row_count": 1}
		reply(w, 200, object{"contents": []object{headline}})
	}))
	mux.HandleFunc("POST /api/rest/2.0/metadata/copyobject", private(copyObject))
	for _, call := range []string{"search", "tml/import", "tml/export", "delete"} {
		mux.HandleFunc("POST /api/rest/2.0/metadata/"+call, private(version2))
	}
	mux.HandleFunc("POST /ofrep/v1/evaluate/flags", alone(evaluate))
	mux.HandleFunc("GET /stream", stream)
	mux.HandleFunc("POST /v1/tokens", alone(gatewayToken))
	mux.HandleFunc("GET /v1/dashboards", private(gatewayList))
	mux.HandleFunc("POST /v1/dashboards", private(gatewayWrite))
	mux.HandleFunc("PATCH /v1/dashboards/{id}", private(gatewayWrite))
	mux.HandleFunc("DELETE /v1/dashboards/{id}", private(func(w http.ResponseWriter, r *http.Request, own *world) {
		deleteThem(w, own, []string{r.PathValue("id")})
	}))
	mux.HandleFunc("GET /v1/preferences", private(readPreferences))
	mux.HandleFunc("PUT /v1/preferences", private(writePreferences))
	var elsewhere http.Handler
	if host := os.Getenv("BEHIND"); host != "" {
		elsewhere = behind(host)
	} else {
		// With BEHIND, the host's own assistant answers, because the host's frame displays the answers.
		mux.HandleFunc("POST /prism/", private(assistant))
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("http://" + listener.Addr().String())
	log.Fatal(http.Serve(listener, readable(mux, elsewhere)))
}
