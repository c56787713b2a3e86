import { Refusal } from './progress'
import { defaultPorts, portVariables, type StackPorts } from '../http/addresses'
import { listen, PortTaken } from '../http/listen'
const parts = ['portal', 'biHost', 'identity', 'services', 'flagStream'] as const
const names: Readonly<Record<keyof StackPorts, string>> = {
  portal: 'portal',
  biHost: 'BI host',
  identity: 'identity provider',
  services: 'token service and flags',
  flagStream: 'flag stream',
}

/**
 * Ports from the environment, or the defaults.
 * @throws RangeError naming the variable without a valid port, or two variables with the same port
 */
export function portsFrom(environment: Readonly<Record<string, string | undefined>>): StackPorts {
  const ports = portsBy((part) => {
    const given = environment[portVariables[part]]?.trim() ?? ''
    if (given === '') return defaultPorts[part]
    const port = Number(given)
    if (!/^\d+$/.test(given) || port < 1 || port > 65_535) {
      throw new RangeError(`${portVariables[part]} must be a port from 1 to 65535, not "${given}".`)
    }
    return port
  })
  for (const part of parts) {
    const other = parts.find((one) => one !== part && ports[one] === ports[part])
    if (other)
      throw new RangeError(`${portVariables[part]} and ${portVariables[other]} are both ${ports[part]}.`)
  }
  return ports
}

/** Below the ephemeral ports, so that the system does not assign a chosen port to another program before it is used. */
const portRange = { from: 20_000, to: 32_000 } as const

/** Different ports that are free at the moment. */
export async function freePorts(): Promise<StackPorts> {
  const probes: Awaited<ReturnType<typeof probe>>[] = []
  while (probes.length < parts.length) {
    const port = portRange.from + Math.floor(Math.random() * (portRange.to - portRange.from))
    const found = await probe(parts[probes.length] ?? 'portal', port).catch((error: unknown) => {
      if (error instanceof PortTaken) return null
      throw error
    })
    if (found !== null) probes.push(found)
  }
  await Promise.all(probes.map((service) => service.close()))
  return portsBy((part) => probes[parts.indexOf(part)]?.port ?? 0)
}

/** Checks all ports before any service starts. @throws PortTaken */
export async function requireFree(ports: StackPorts): Promise<void> {
  for (const part of parts) await (await probe(part, ports[part])).close()
}

function probe(part: keyof StackPorts, port: number) {
  return listen({
    name: names[part],
    port,
    variable: portVariables[part],
    handler: (_request, response) => response.end(),
  })
}

function portsBy(portOf: (part: keyof StackPorts) => number): StackPorts {
  return {
    portal: portOf('portal'),
    biHost: portOf('biHost'),
    identity: portOf('identity'),
    services: portOf('services'),
    flagStream: portOf('flagStream'),
  }
}

/** @throws Refusal if the variable is not a port */
export function portFrom(
  environment: Readonly<Record<string, string | undefined>>,
  variable: string,
  otherwise: number,
): number {
  const given = environment[variable] ?? String(otherwise)
  const port = Number(given)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Refusal(`${variable} must be a port from 1 to 65535, not "${given}".`)
  return port
}
