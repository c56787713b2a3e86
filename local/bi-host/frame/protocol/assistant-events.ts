import { pinTo, type PinTo } from './board-events'
import { commandsOf, repliesOf, type Handlers } from './host-events'
import { asFields, asText } from './read'

/** What the mounted answer or conversation of the assistant answers for. */
export interface AssistantControls {
  /** Puts the question into the field, or asks it at once. */
  ask(question: string, execute: boolean): void
  reset(): void
  /** The last question is asked with other words, or without any goes back into the field. */
  editLast(question: string): void
  deleteLast(): void
  /** An action of this answer, or of the last one; done where its menu offers it. */
  tileAction(actionId: string, messageId: string | undefined): void
  /** Puts this answer, or the last one, on a dashboard of the person's own; the reply, with an `error` when the host said no. Rejects when nobody knows. */
  pin(messageId: string | undefined, to: PinTo): Promise<object>
  /** Saves this answer, or the last one, for itself; as `pin`. */
  save(messageId: string | undefined, name: string): Promise<object>
}

/** Actions of an answer that the page around may ask for. */
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

/** The host events and passthrough calls of the assistant's views, by wire name. They hold while the frame is on one of them. */
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
