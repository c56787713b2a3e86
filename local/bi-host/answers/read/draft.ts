import type { Ambiguity, AnswerFilter, AnswerFormula, AnswerQuery, ChartType } from '../../wire/answers'
import { measuresOf, parseExpression } from '../../query/expression'

type Changeable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

/** An answer while it is being put together, and what there is to say about it. */
export class Draft {
  readonly measures: string[] = []
  readonly formulas: AnswerFormula[] = []
  readonly attributes: string[] = []
  readonly filters: AnswerFilter[] = []
  readonly rest: Changeable<Pick<AnswerQuery, 'grain' | 'range' | 'sort' | 'top' | 'compare' | 'limit'>> = {}
  chart: ChartType | 'auto' = 'auto'
  readonly assumed = new Set<string>()
  readonly assumptions: string[] = []
  readonly ambiguities: Ambiguity[] = []
  /** Places of mentions that did something. */
  readonly used = new Set<number>()
  /** Places that could not be brought to bear. */
  readonly unknown = new Set<number>()
  /** Words that are no name here and were brought to bear all the same: "as a share of supply". */
  readonly explained = new Set<number>()
  /** Wants to be seen over time. */
  series = false
  single = false
  /** Asked about from the other end: what fell most stands at the bottom, an outflow is below zero. */
  turned = false
  /** Says which way it must have gone: "which shrank". */
  sign: { readonly field: string; readonly direction: 'up' | 'down' } | null = null
  /** Attributes that are split by only because several of their values were named. */
  readonly side = new Set<string>()

  addMeasure(id: string): string {
    if (!this.measures.includes(id)) this.measures.push(id)
    return id
  }

  /** A formula by its expression; the same one twice is one. */
  formula(expression: string, label: string): string {
    const known = this.formulas.find((formula) => formula.expression === expression)
    if (known) return `formula.${known.id}`
    const slug = expression
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^[^a-z]+|_+$/g, '')
      .slice(0, 56)
    let id = slug === '' ? 'formula' : slug
    while (this.formulas.some((formula) => formula.id === id)) id = `${id}_2`
    this.formulas.push({ id, label, expression })
    return `formula.${id}`
  }

  /** The text a measure has in an expression. */
  expressionOf(id: string): string {
    return this.formulas.find((formula) => `formula.${formula.id}` === id)?.expression ?? id
  }

  /** Sources in order of appearance. */
  sources(): readonly string[] {
    const ids = this.measures.flatMap((id) =>
      id.startsWith('formula.') ? measuresOf(parseExpression(this.expressionOf(id), (label) => label)) : [id],
    )
    return [...new Set(ids.map((id) => id.slice(0, id.indexOf('.'))))]
  }

  query(): AnswerQuery {
    const formulas = this.formulas.filter(
      ({ id }) =>
        this.measures.includes(`formula.${id}`) ||
        this.filters.some(({ field }) => field === `formula.${id}`),
    )
    return {
      measures: this.measures,
      ...(this.attributes.length > 0 ? { attributes: this.attributes } : {}),
      ...(this.filters.length > 0 ? { filters: this.filters } : {}),
      ...(formulas.length > 0 ? { formulas } : {}),
      ...this.rest,
    }
  }
}
