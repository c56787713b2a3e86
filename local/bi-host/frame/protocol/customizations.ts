import { asFields, asText, type Fields } from './read'

/** Look and words given by the embedding page. */
export interface Customizations {
  /** `--ts-var-…` names with their values. */
  readonly variables: Readonly<Record<string, string>>
  /** Selector (or `@font-face`) to declarations. */
  readonly rules: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly cssUrl: string | null
  /** Visible text to replacement. */
  readonly strings: Readonly<Record<string, string>>
  /** Message id to text. */
  readonly stringIDs: Readonly<Record<string, string>>
}

export const noCustomizations: Customizations = {
  variables: {},
  rules: {},
  cssUrl: null,
  strings: {},
  stringIDs: {},
}

/** Reads the `customisations` of an init payload or an update. Names that are not vendor variables are dropped. */
export function readCustomizations(value: unknown): Customizations {
  const fields = asFields(value)
  const style = asFields(fields['style'])
  const css = asFields(style['customCSS'])
  const content = asFields(fields['content'])
  const rules = Object.entries(asFields(css['rules_UNSTABLE'])).map(
    ([selector, declarations]) => [selector, textsOf(asFields(declarations))] as const,
  )
  return {
    variables: Object.fromEntries(
      Object.entries(textsOf(asFields(css['variables']))).filter(([name]) => /^--ts-var-[\w-]+$/.test(name)),
    ),
    rules: Object.fromEntries(rules),
    cssUrl: asText(style['customCSSUrl']) ?? null,
    strings: textsOf(asFields(content['strings'])),
    stringIDs: textsOf(asFields(content['stringIDs'])),
  }
}

/** The customisations of a payload, whichever of the two spellings it uses; `null` when it says nothing about them. */
export function customizationsOf(payload: Fields): Customizations | null {
  const given = payload['customisations'] ?? payload['customizations']
  return given === undefined || given === null ? null : readCustomizations(given)
}

function textsOf(fields: Fields): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === 'string') texts[key] = value
    else if (typeof value === 'number') texts[key] = String(value)
  }
  return texts
}
