import { expect, it } from 'vitest'
import { defaultPorts } from '../../../local/http/addresses'
import { listen, PortTaken } from '../../../local/http/listen'
import { freePorts, portsFrom, requireFree } from '../../../local/cli/ports'
it('takes the defaults, and what the environment says instead', () => {
  expect(portsFrom({})).toEqual(defaultPorts)
  expect(portsFrom({ ASSAY_PORTAL_PORT: ' 5000\t', ASSAY_FLAG_STREAM_PORT: ' ' })).toEqual({
    ...defaultPorts,
    portal: 5000,
  })
})

it.each(['x', '0', '65536', '-1', '43.5', '43 00'])(
  'refuses the port "%s" and names the variable',
  (value) => {
    expect(() => portsFrom({ ASSAY_IDENTITY_PORT: value })).toThrow(/ASSAY_IDENTITY_PORT must be a port/)
  },
)

it('refuses two parts on one port', () => {
  expect(() => portsFrom({ ASSAY_PORTAL_PORT: '4302' })).toThrow(
    'ASSAY_PORTAL_PORT and ASSAY_IDENTITY_PORT are both 4302',
  )
})

it('finds five free ones, all different', async () => {
  const ports = await freePorts()
  expect(new Set(Object.values(ports)).size).toBe(5)
  await requireFree(ports)
})

it('names a port that somebody holds, on either address', async () => {
  const ports = await freePorts()
  const holder = await listen({
    name: 'somebody',
    port: ports.services,
    variable: 'NONE',
    handler: (_request, response) => response.end(),
  })
  await expect(requireFree(ports)).rejects.toThrow(PortTaken)
  await expect(requireFree(ports)).rejects.toThrow(
    `Port ${ports.services}, wanted by the token service and flags, is already in use. Stop what is using it, or choose another with ASSAY_SERVICES_PORT=<port>.`,
  )
  await holder.close()
})
