import type { PinReply, PinRequest, SavedAnswerHead } from '../../wire/answers'
import type { BoardProblem } from '../host/calls'
import type { Frame } from '../protocol/frame'
import { titled } from './builder-state'
import type { Builder } from './builder'

export type SaveResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: BoardProblem }

/** Saving and pinning. The embedding page is notified of their start and end. */
export interface Saving {
  /** `asNew` saves a copy of a chart that is saved already. */
  save(title: string, asNew?: boolean): Promise<SaveResult<SavedAnswerHead>>
  /** `tileId`: replaces that chart on the dashboard. */
  pin(to: PinRequest['to'], title: string, tileId?: string): Promise<SaveResult<PinReply>>
}

export function createSaving(builder: Builder, frame: Frame): Saving {
  const { state, host } = builder
  return {
    async save(title, asNew = false) {
      const { answer, catalog, saved } = state.get()
      const named = titled({ ...answer, title }, catalog)
      const result = builder.beginSave()
      frame.port.post('save', {}, 'start')
      const reply = await host('SaveAnswer', {
        answer: named,
        ...(saved === null || asNew ? {} : { id: saved.id }),
      })
      if (!reply.ok) return { ok: false, problem: reply.problem }
      const { head } = reply.value
      result(head, named)
      frame.port.post('save', { answerId: head.id, name: head.title }, 'end')
      return { ok: true, value: head }
    },
    async pin(to, title, tileId) {
      const { answer, catalog } = state.get()
      const named = titled({ ...answer, title }, catalog)
      const result = builder.beginSave()
      frame.port.post('pin', {}, 'start')
      const reply = await host('PinAnswer', {
        answer: named,
        to,
        ...(tileId === undefined ? {} : { tileId }),
      })
      if (!reply.ok) return { ok: false, problem: reply.problem }
      const { value } = reply
      result(state.get().saved, named)
      if (value.created)
        frame.port.post('createLiveboard', { liveboardId: value.dashboardId, name: value.dashboardName })
      frame.port.post(
        'pin',
        {
          liveboardId: value.dashboardId,
          pinboardId: value.dashboardId,
          liveboardName: value.dashboardName,
          vizId: value.tileId,
          tabId: value.tabId,
          ...(tileId === undefined ? {} : { replaced: true }),
        },
        'end',
      )
      return { ok: true, value }
    },
  }
}

/** Why a chart could not be saved, worded for the user. */
export function saveProblemText(problem: BoardProblem): string {
  if (problem.kind === 'forbidden') return 'You don’t have access. Log in again, then try again.'
  if (problem.kind === 'not-found') return 'This dashboard or tab was deleted. Choose another one.'
  return 'Not saved. Try again in a moment; your chart is still here.'
}
