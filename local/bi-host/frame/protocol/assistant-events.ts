import { pinTo, type PinTo } from './board-events'
import { commandsOf, repliesOf, type Handlers } from './host-events'
import { asFields, asText } from './read'

/** Operations of the mounted assistant view (answer or conversation). */
export interface AssistantControls {
  /** Puts the question into the field, or asks it at once. */
  ask(question: string, execute: boolean): void
  reset(): void
  /** Asks the last question again with other words. Without words, puts it back into the field. */
  editLast(question: string): void
  deleteLast(): void
  /** Runs an action of this answer, or of the last one, if its menu offers it. */
  tileAction(actionId: string, messageId: string | undefined): void
  /**
   * Pins this answer, or the last one, to a dashboard of the user. Reply with `error` if the host refused. Rejects if the outcome is
   * unknown.
   */
  pin(messageId: string | undefined, to: PinTo): Promise<object>
  /** Saves this answer, or the last one. Reply as for `pin`. */
  save(messageId: string | undefined, name: string): Promise<object>
}

/** Answer actions that the embedding page may request. */
const actions = [
  'downloadAsPng',
  'downloadAsCSV',
  'downloadAsXLSX',
  'downloadAsPdf',
  'explore',
  'showUnderlyingData',
  'answerChartSwitcher',
  'pin',
] as const

/** Host events and passthrough calls of the assistant's views, by wire name. Active while the frame shows one of them. */
export function assistantHandlers(assistant: () => Promise<AssistantControls>): {
  readonly handlers: Handlers
  readonly passthroughs: Handlers
} {
  const command = commandsOf(assistant)
  const reply = repliesOf(assistant)
  const save = reply((controls, data) => {
    const { vizId, name } = asFields(data)
    return controls.save(asText(vizId), asText(name) ?? '')
  })
  return {
    handlers: [
      [
        'SpotterSearch',
        command((controls, data) => {
          const fields = asFields(data)
          controls.ask(asText(fields['query']) ?? '', fields['executeSearch'] === true)
        }),
      ],
      ...actions.map(
        (id) =>
          [
            id,
            command((controls, data) => controls.tileAction(id, asText(asFields(data)['vizId']))),
          ] as const,
      ),
      ['ResetSpotterConversation', command((controls) => controls.reset())],
      ['StartNewSpotterConversation', command((controls) => controls.reset())],
      ['EditLastPrompt', command((controls, data) => controls.editLast(asText(data) ?? ''))],
      ['DeleteLastPrompt', command((controls) => controls.deleteLast())],
    ],
    passthroughs: [
      [
        'addVizToPinboard',
        reply((controls, data) => {
          const fields = asFields(data)
          return controls.pin(asText(fields['vizId']), pinTo(fields))
        }),
      ],
      ['saveAnswer', save],
    ],
  }
}
