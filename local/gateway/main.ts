import { ConfigurationRefused, readConfiguration } from './configuration'
import { startGateway } from './routes'

/** The gateway as a standalone process: settings from the environment, logs on standard output as one JSON object per line. */
const log = (event: Readonly<Record<string, unknown>>): void =>
  console.log(JSON.stringify({ time: new Date().toISOString(), ...event }))

try {
  const service = await startGateway({ configuration: readConfiguration(process.env), log })
  log({ event: 'started', origin: service.origin })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void service.close().then(() => log({ event: 'stopped', signal }))
    })
  }
} catch (error) {
  const isExpected =
    error instanceof ConfigurationRefused || (error instanceof Error && error.name === 'PortTaken')
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
