import type { FastifyInstance } from 'fastify'
import { partsOf, type Fold, type Measure, type Source } from '../model/source'
import { abbreviations } from '../rendering/format'
import { formatDay } from '../rendering/format'
import type { Warehouse } from '../warehouse/warehouse'

/** Public page with the definition of every measure. Charts link to it from "About this data". It holds no data. */
export function methodologyRoutes(app: FastifyInstance, warehouse: Warehouse): void {
  app.get('/methodology', async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
      })
      .send(methodologyPage(warehouse)),
  )
}

const folds: Readonly<Record<Fold, string>> = { sum: 'sum', lowest: 'min', highest: 'max', first: 'first' }

function formulaOf(measure: Measure): string {
  const { top, bottom, scale, folds: by, over } = partsOf(measure)
  const side = (sql: string, fold: Fold): string => `${folds[fold]}(${sql})`
  const value = bottom === null ? side(top, by.top) : `${side(top, by.top)} / ${side(bottom, by.bottom)}`
  const scaled = scale === 1 ? value : `${scale} \u00d7 ${value}`
  return over === 'last-day'
    ? `${scaled}, rows of the last day of the interval`
    : `${scaled}, all rows of the interval`
}

/** How the measure's values may be aggregated. */
function additivityOf(measure: Measure): string {
  if (measure.kind === 'additive') return 'Adds up over names and over days.'
  if (measure.kind === 'semi-additive')
    return 'Adds up over names. Over days it is never added: the last day of an interval stands for it.'
  const days =
    measure.over === 'interval' ? 'over all days of the interval' : 'on the last day of the interval'
  return `Never added: the sides of the ratio are made first, over names and ${days}.`
}

function methodologyPage(warehouse: Warehouse): string {
  const sources = warehouse.model.sources.toSorted((one, other) => one.label.localeCompare(other.label))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Methodology</title><style>${style}</style></head><body><main>
<h1>Methodology</h1>
<p>How every number is made, where it comes from, whether it adds up, and when it may still change. Every day is a UTC day, from 00:00 to 24:00, unless its source says otherwise. Data as of ${formatDay(warehouse.asOf)}.</p>
<nav aria-label="Sources"><ul>${sources.map(({ id, label }) => `<li><a href="#${id}">${escaped(label)}</a></li>`).join('')}</ul></nav>
${sources.map((source) => sectionOf(source, warehouse)).join('\n')}
<section id="abbreviations"><h2>Abbreviations</h2><dl class="short">${Object.entries(abbreviations)
    .map(([short, meaning]) => `<dt>${short}</dt><dd>${escaped(meaning)}</dd>`)
    .join('')}</dl></section>
</main></body></html>`
}

function sectionOf(source: Source, warehouse: Warehouse): string {
  const { id, label, description, tables, carry, tradingDays, measures, attributes } = source
  const { firstDay, lastDay } = warehouse.facts(id)
  const dates = tradingDays ? ' New York trading dates.' : ''
  const carried = carry
    ? ` What has not reported is carried forward ${carry.days} days at most, by ${attributes[carry.unit]?.label.toLowerCase() ?? carry.unit}.`
    : ''
  const facts = {
    Source: `${warehouse.origin(id).source} (${tables.join(', ')})`,
    Days: `${formatDay(firstDay)} to ${formatDay(lastDay)}.${dates}${carried}`,
    Revisions: source.revisions ?? 'Final when it is published.',
    'Broken down by': Object.values(attributes)
      .map((attribute) => attribute.label)
      .join(', '),
  }
  const written = Object.entries(measures).map(
    ([measureId, measure]) => `<article id="${id}.${measureId}"><h3>${escaped(measure.label)}</h3>
<p>${escaped(measure.definition)}</p>${listOf({ Unit: measure.unit, Formula: `<code>${escaped(formulaOf(measure))}</code>`, Additivity: additivityOf(measure) }, ['Formula'])}</article>`,
  )
  return `<section id="${id}"><h2>${escaped(label)}</h2><p>${escaped(description)}</p>${listOf(facts)}${written.join('\n')}</section>`
}

/** Drops empty facts. The facts in `marked` are HTML already and are not escaped. */
function listOf(facts: Readonly<Record<string, string>>, marked: readonly string[] = []): string {
  const rows = Object.entries(facts).filter(([, fact]) => fact !== '')
  return `<dl>${rows.map(([name, fact]) => `<dt>${name}</dt><dd>${marked.includes(name) ? fact : escaped(fact)}</dd>`).join('')}</dl>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const style = `:root{color-scheme:light dark;--line:light-dark(#e3e6ea,#363a42);--dim:light-dark(#5b6472,#9aa4af)}
body{margin:0;background:light-dark(#f6f7f9,#191f26);color:light-dark(#1f2937,#f3f4f6);font:16px/1.5 system-ui,sans-serif}
main{max-width:860px;margin:0 auto;padding:32px 20px 80px}
h1{font-weight:300;font-size:34px;margin:0 0 8px}h2{font-size:22px;font-weight:650;margin:0 0 4px}h3{font-size:16px;margin:0 0 4px}
p{margin:0 0 12px}nav ul{display:flex;flex-wrap:wrap;gap:4px 16px;margin:0 0 16px;padding:0;list-style:none}
a{color:light-dark(#1a5fb4,#88b4ff)}section{margin-top:40px;scroll-margin-top:16px}
article{margin-top:16px;padding:16px;border:1px solid var(--line);border-radius:4px;background:light-dark(#fff,#20262e);scroll-margin-top:16px}
article:target{outline:2px solid light-dark(#c2410c,#ff7a2f)}
dl{display:grid;grid-template-columns:120px 1fr;gap:4px 12px;margin:0;font-size:14px}dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
code{font:13px/1.5 ui-monospace,monospace}@media(max-width:560px){dl{grid-template-columns:1fr}dd{margin-bottom:8px}}`
