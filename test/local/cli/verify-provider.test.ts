import { expect, it } from 'vitest'
import { run } from '../../../local/cli/verify-provider'

it.each([
  ['--url', undefined, '--url is missing; it must be a whole address, such as http://localhost:8080.'],
  ['--url', 'localhost:8080', '--url is "localhost:8080"; it must be a whole address'],
  ['--url', 'ftp://localhost', '--url is "ftp://localhost"; it must be a whole address'],
  ['--url', '/api', '--url is "/api"; it must be a whole address'],
  ['--state-url', '127.0.0.1:9', '--state-url is "127.0.0.1:9"; it must be a whole address'],
])('refuses %s %s before anything is asked of anybody', async (option, address, reason) => {
  const url = option === '--url' ? [] : ['--url', 'http://localhost:1']
  const given = address === undefined ? [] : [option, address]
  await expect(run(['--provider', 'token-service', ...url, ...given])).rejects.toThrow(reason)
})
