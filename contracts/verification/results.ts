import * as v from 'valibot'

const mismatchSchema = v.looseObject({
  path: v.optional(v.string()),
  mismatch: v.optional(v.string()),
})

const errorSchema = v.looseObject({
  interaction: v.string(),
  mismatch: v.looseObject({
    message: v.optional(v.string()),
    mismatches: v.optional(v.array(mismatchSchema), []),
  }),
})

const resultsSchema = v.looseObject({
  interactionResults: v.array(
    v.looseObject({ description: v.string(), duration: v.optional(v.string(), ''), result: v.string() }),
  ),
  errors: v.array(errorSchema),
  pendingErrors: v.array(errorSchema),
})

export interface NativeOutcome {
  readonly passed: boolean
  /** What differed, one sentence each; empty when it passed. */
  readonly differences: readonly string[]
  readonly milliseconds: number
}

/**
 * What the native verifier says of each interaction, by description.
 * @throws when it says something else altogether
 */
export function readNativeResults(text: string): ReadonlyMap<string, NativeOutcome> {
  const results = v.parse(resultsSchema, JSON.parse(text))
  const errors = [...results.errors, ...results.pendingErrors]
  return new Map(
    results.interactionResults.map(({ description, duration, result }) => {
      const differences = errors
        .filter((error) => error.interaction.endsWith(` - ${description}`))
        .flatMap(({ mismatch }) => [
          ...(mismatch.message === undefined ? [] : [mismatch.message]),
          ...mismatch.mismatches.map(({ path, mismatch: text = 'differs' }) =>
            path === undefined || path === '$' ? text : `${path}: ${text}`,
          ),
        ])
      return [
        description,
        { passed: result === 'OK', differences, milliseconds: Number.parseFloat(duration) || 0 },
      ]
    }),
  )
}
