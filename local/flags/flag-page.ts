import { html } from '../http/html'
import { page } from '../http/page'
import { people } from '../identity/people'
import { evaluate } from './evaluate'
import { isSetFor } from './flag-edit'
import type { VersionedFlag } from './flag-store'

export interface FlagPageView {
  readonly product: string
  readonly flags: ReadonlyMap<string, VersionedFlag>
  /** Whose flags are shown; empty for everyone's. */
  readonly email: string
  /** Key of the flag that was just changed. */
  readonly changed: string
  readonly problem: string | null
}

/** Flags as one person gets them, each with a switch; works without script. */
export function flagPage(view: FlagPageView): string {
  const { product, flags, email, changed, problem } = view
  return page({
    title: `Feature flags · ${product}`,
    product,
    here: '/flags',
    foot: 'Kept in flags.json of the data folder. Open pages of the portal follow at once.',
    body: html`<div class="panel">
        <h1>Feature flags</h1>
        <p>
          ${email === '' ? 'As everyone gets them, rules aside.' : html`As <strong>${email}</strong> gets them.`}
        </p>
        ${problem !== null && html`<p class="problem" role="alert">${problem} The last good flags stay in force.</p>`}
        ${viewer(email)}
      </div>
      <ul class="flags">
        ${[...flags].map(([key, { flag }]) => row({ key, flag, email, changed }))}
      </ul>`,
  })
}

function viewer(email: string) {
  return html`<form class="viewer" method="get" action="/flags">
    <label for="email">Person</label>
    <input
      class="field"
      id="email"
      name="email"
      type="email"
      list="people"
      placeholder="Everyone"
      autocomplete="off"
      value="${email}"
    />
    <datalist id="people">
      ${people.map((person) => html`<option value="${person.email}">${person.name}</option>`)}
    </datalist>
    <button class="button compact quiet">Show</button>
    ${email !== '' && html`<a class="link" href="/flags">Everyone</a>`}
  </form>`
}

interface Row {
  readonly key: string
  readonly flag: VersionedFlag['flag']
  readonly email: string
  readonly changed: string
}

function row({ key, flag, email, changed }: Row) {
  const value = email === '' ? flag.value : evaluate(flag, { email }).value
  const own = email !== '' && isSetFor(flag, email)
  return html`<li class="flag">
    <div>
      <h2 id="flag-${key}">${key}</h2>
      ${flag.description !== undefined && html`<p>${flag.description}</p>`}
      ${note(flag.rules?.length ?? 0, email, own)}
    </div>
    <form method="post" action="/flags">
      <input type="hidden" name="flag" value="${key}" />
      <input type="hidden" name="email" value="${email}" />
      ${own && html`<button class="small" name="action" value="reset" aria-label="Reset ${key}">Reset</button>`}
      ${
        typeof value === 'boolean'
          ? html`<button
              class="switch"
              role="switch"
              name="action"
              value="${value ? 'off' : 'on'}"
              aria-checked="${value ? 'true' : 'false'}"
              aria-labelledby="flag-${key}"
              ${changed === key && html`autofocus`}
            >
              <span class="word">${value ? 'On' : 'Off'}</span><span class="track"></span>
            </button>`
          : html`<output aria-labelledby="flag-${key}">${String(value)}</output>`
      }
    </form>
  </li>`
}

function note(rules: number, email: string, own: boolean) {
  if (own) return html`<p class="note">Set for ${email}</p>`
  if (rules === 0 || email !== '') return null
  return html`<p class="note">${rules === 1 ? 'One rule makes' : `${rules} rules make`} exceptions</p>`
}
