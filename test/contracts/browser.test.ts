import { expect, test } from 'vitest'
import { browserChecks } from '../../contracts/verification/browser'

const origin = 'http://localhost:4300'

/** What is wrong with the headers of an answer that has a tag, which no page may read. */
async function problems(method: string, path: string): Promise<readonly string[]> {
  const headers = new Headers({ 'access-control-allow-origin': origin, etag: '"1"' })
  const seen = {
    method,
    path: `/base${path}`,
    examplePath: path,
    sent: [],
    contentType: '',
    status: 200,
    headers,
  }
  const rows = await browserChecks([seen], { baseUrl: 'http://localhost:1', origin })
  return rows.filter(({ passed }) => !passed).flatMap(({ reasons }) => reasons)
}

test('a tag must be exposed where the portal reads it, which is with flags only', async () => {
  expect(await problems('POST', '/ofrep/v1/evaluate/flags')).toEqual([
    'ETag is sent and not exposed: add it to Access-Control-Expose-Headers',
  ])
  expect(await problems('GET', '/api/token')).toEqual([])
})
