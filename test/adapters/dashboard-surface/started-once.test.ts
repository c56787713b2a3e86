import { expect, test } from 'vitest'
import { startedOnce } from '../../../src/adapters/dashboard-surface/thoughtspot/thoughtspot-dashboard-surface'

interface Library {
  failed: boolean
}

/** Starts in order, as the test lets them end. */
function starts() {
  const ends: { readonly succeed: (library: Library) => void; readonly fail: () => void }[] = []
  const library = startedOnce<Library>(
    () =>
      new Promise((resolve, reject) =>
        ends.push({ succeed: resolve, fail: () => reject(new Error('no such file')) }),
      ),
  )
  return { ends, library }
}

test('all who need it at the same time share one start', async () => {
  const { ends, library } = starts()
  const both = [library(), library()]
  await Promise.resolve()
  ends[0]?.succeed({ failed: false })
  const [one, other] = await Promise.all(both)
  expect(one).toBe(other)
  expect(ends).toHaveLength(1)
})

test('a failed start is begun anew once, however many have waited for it', async () => {
  const { ends, library } = starts()
  const first = library()
  await Promise.resolve()
  const waiting = [library(), library(), library()]
  ends[0]?.fail()
  await expect(first).rejects.toThrow('no such file')
  await Promise.resolve()
  await Promise.resolve()
  expect(ends).toHaveLength(2)
  ends[1]?.succeed({ failed: false })
  expect(new Set(await Promise.all(waiting)).size).toBe(1)
  expect(ends).toHaveLength(2)
})

test('so is one that turned out not to work', async () => {
  const { ends, library } = starts()
  const first = library()
  await Promise.resolve()
  const made: Library = { failed: false }
  ends[0]?.succeed(made)
  await first
  made.failed = true
  const again = [library(), library()]
  await Promise.resolve()
  await Promise.resolve()
  ends[1]?.succeed({ failed: false })
  expect((await Promise.all(again)).map(({ failed }) => failed)).toEqual([false, false])
  expect(ends).toHaveLength(2)
})
