import { describe, expect, test } from 'vitest'
import { releaseOf } from '../../../../../local/bi-host/frame/protocol/release'
import { extensions } from '../../../../../src/adapters/dashboard-surface/thoughtspot/extensions'

const older = ['26.7', '26.2', '10.14']

describe('the present release', () => {
  test.each([undefined, '', 'latest'])('is what %s stands for', (name) => {
    const release = releaseOf(name)
    expect(release.outgoing('onPaper', { height: 1 })).toEqual({ height: 1 })
    expect(release.knows('Navigate', { path: 'x' })).toBe(true)
  })
})

describe.each(older)('a cluster of release %s', (name) => {
  const release = releaseOf(name)

  test('says none of the extensions that the portal declares', () => {
    for (const { kind, name: extension } of extensions) {
      if (kind === 'event') expect(release.outgoing(extension, {})).toBeNull()
      const [event = '', field = ''] = extension.split('.')
      if (kind === 'field' && event === 'data')
        expect(release.outgoing(event, { [field]: 'x', vizId: 'v' })).toEqual({ vizId: 'v' })
    }
  })

  test('cannot be sent elsewhere by an object, but by a path', () => {
    expect(release.knows('Navigate', { path: 'embed/viz/x', replace: true })).toBe(false)
    expect(release.knows('Navigate', 'embed/viz/x')).toBe(true)
  })
})

test.each([
  ['26.7', 'embed/viz/x?view=mine', true, true, true],
  ['26.2', 'embed/viz/x', false, false, true],
  ['10.14', 'embed/viz/x', false, false, false],
])(
  'release %s reads %s, selects a view: %s, renews early: %s, says that it listens: %s',
  (name, path, selects, renews, listens) => {
    const release = releaseOf(name)
    expect(release.path('embed/viz/x?view=mine')).toBe(path)
    expect(release.knows('SelectPersonalisedView', {})).toBe(selects)
    expect(release.renewsEarly).toBe(renews)
    expect(release.outgoing('EmbedListenerReady', {}) !== null).toBe(listens)
  },
)
