import { createHash, timingSafeEqual } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { consumerName } from '../interactions/pact-file'
import { environmentShape } from './history'
import { Absent, addPacts, base, branchSchema, buildSchema, nameSchema, versionPath } from './broker-pacts'
import {
  createEnvironment,
  deployedIn,
  deploymentObjections,
  environmentsOf,
  hasVersion,
  recordDeployment,
  recordUndeployment,
  saveProvider,
  type Build,
} from './versions'

/** Credentials that the broker requires; null for none. */
export interface BrokerAccess {
  /** The whole `Authorization` header, e.g. "Bearer …". */
  readonly authorization: string | null
}

const environmentSchema = v.pipe(v.string(), v.regex(environmentShape))
const environmentParameters = v.object({ environment: environmentSchema })
const deploymentSchema = v.object({ name: nameSchema, environment: environmentSchema })

/** Serves the gate's history in a folder with the part of the Pact Broker's HTTP API that its clients and Pact's verifiers use. */
export function createBroker(folder: string, { authorization }: BrokerAccess): FastifyInstance {
  const app = fastify({ bodyLimit: 10_000_000, requestTimeout: 10_000 })
  // Several JSON media types, such as `application/merge-patch+json`.
  app.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json/,
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        done(null, String(body) === '' ? {} : JSON.parse(String(body)))
      } catch {
        done(new SyntaxError('The body is no JSON.'))
      }
    },
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.type('application/hal+json; charset=utf-8')
    if (authorization === null || isSame(request.headers.authorization ?? '', authorization)) return
    reply.header('WWW-Authenticate', authorization.split(' ')[0])
    await reply.code(401).send({ error: 'The broker needs a token or a user name and password.' })
  })
  app.setErrorHandler((error, _request, reply) => {
    const message = error instanceof Error ? error.message : String(error)
    const texts = error instanceof v.ValiError ? problemsOf(error) : [message]
    void reply.code(statusOf(error)).send(error instanceof Absent ? { error: message } : { errors: texts })
  })
  app.setNotFoundHandler((request, reply) => {
    void reply.code(404).send({ error: `This broker has no ${request.method} ${request.url}.` })
  })
  addIndex(app)
  addVersions(app, folder)
  addEnvironments(app, folder)
  addPacts(app, folder)
  addMatrix(app, folder)
  return app
}

/** Only the broker's own failures are a 5xx, because clients retry those for minutes. */
function statusOf(error: unknown): number {
  if (error instanceof Absent) return 404
  if (error instanceof v.ValiError || error instanceof SyntaxError || error instanceof URIError) return 400
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500
  return typeof status === 'number' ? status : 500
}

function problemsOf(error: v.ValiError<v.GenericSchema>): string[] {
  return error.issues.map((issue) => `${v.getDotPath(issue) ?? 'the request'}: ${issue.message}`)
}

function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}

const templated = (href: string) => ({ href, templated: true })

function addIndex(app: FastifyInstance): void {
  app.get('/', (request) => {
    const at = base(request)
    return {
      _links: {
        self: { href: at },
        'pb:publish-contracts': { href: `${at}/contracts/publish` },
        'pb:environments': { href: `${at}/environments` },
        'pb:environment': templated(`${at}/environments/{uuid}`),
        'pb:pacticipant': templated(`${at}/pacticipants/{pacticipant}`),
        'pb:pacticipant-version': templated(`${at}/pacticipants/{pacticipant}/versions/{version}`),
        'pb:provider-pacts-for-verification': templated(`${at}/pacts/provider/{provider}/for-verification`),
      },
    }
  })
}

function addVersions(app: FastifyInstance, folder: string): void {
  const saved = (request: FastifyRequest, reply: FastifyReply): void => {
    const { branch } = v.parse(v.object({ branch: v.optional(branchSchema) }), request.params)
    const build = v.parse(buildSchema, request.params)
    if (build.name !== consumerName) saveProvider(folder, build, branch ?? null)
    void reply.code(201).send({ number: build.version, _links: linksOf(base(request), folder, build) })
  }
  app.get('/pacticipants/:name', (request) => {
    const { name } = v.parse(v.object({ name: nameSchema }), request.params)
    const at = `${base(request)}/pacticipants/${name}`
    return {
      name,
      _links: {
        self: { href: at },
        'pb:branch-version': templated(`${at}/branches/{branch}/versions/{version}`),
        'pb:version-tag': templated(`${at}/versions/{version}/tags/{tag}`),
      },
    }
  })
  app.get('/pacticipants/:name/versions/:version', (request) => {
    const build = v.parse(buildSchema, request.params)
    if (!hasVersion(folder, build)) throw new Absent(`${build.name} has no version ${build.version}.`)
    return { number: build.version, _links: linksOf(base(request), folder, build) }
  })
  app.put('/pacticipants/:name/versions/:version', saved)
  app.put('/pacticipants/:name/branches/:branch/versions/:version', saved)
  app.post('/pacticipants/:name/versions/:version/deployed/:environment', (request, reply) => {
    const { environment } = v.parse(deploymentSchema, request.params)
    if (deployedIn(folder, environment) === null) throw new Absent(`There is no environment ${environment}.`)
    recordDeployment(folder, v.parse(buildSchema, request.params), environment)
    void reply.code(201).send({ currentlyDeployed: true, _links: {} })
  })
}

function linksOf(at: string, folder: string, build: Build) {
  const self = `${at}${versionPath(build)}`
  const deployments = environmentsOf(folder).map((name) => ({
    name,
    title: `Record deployment to ${name}`,
    href: `${self}/deployed/${name}`,
  }))
  return { self: { href: self, name: build.version }, 'pb:record-deployment': deployments }
}

function addEnvironments(app: FastifyInstance, folder: string): void {
  const one = (request: FastifyRequest, name: string) => {
    const self = `${base(request)}/environments/${name}`
    return {
      uuid: name,
      name,
      // Without these two, Pact's client crashes when it lists the environments.
      displayName: name,
      production: name === 'production',
      _links: {
        self: { href: self, name },
        'pb:currently-deployed-deployed-versions': { href: `${self}/deployed` },
      },
    }
  }
  app.get('/environments', (request) => ({
    _embedded: { environments: environmentsOf(folder).map((name) => one(request, name)) },
    _links: { self: { href: `${base(request)}/environments` } },
  }))
  app.post('/environments', (request, reply) => {
    const { name } = v.parse(v.object({ name: environmentSchema }), request.body)
    createEnvironment(folder, name)
    void reply.code(201).send(one(request, name))
  })
  app.get('/environments/:environment', (request) => {
    const { environment } = v.parse(environmentParameters, request.params)
    if (deployedIn(folder, environment) === null) throw new Absent(`There is no environment ${environment}.`)
    return one(request, environment)
  })
  app.get<{ Querystring: { pacticipant?: string } }>('/environments/:environment/deployed', (request) => {
    const { environment } = v.parse(environmentParameters, request.params)
    const { pacticipant } = request.query
    const running = Object.entries(deployedIn(folder, environment) ?? {})
    const found = running.filter(([name]) => pacticipant === undefined || name === pacticipant)
    const at = `${base(request)}/environments/${environment}/deployed`
    const deployedVersions = found.map(([name, version]) => ({
      currentlyDeployed: true,
      applicationInstance: null,
      _embedded: { pacticipant: { name }, version: { number: version } },
      _links: { self: { href: `${at}/${name}` } },
    }))
    return { _embedded: { deployedVersions } }
  })
  app.patch('/environments/:environment/deployed/:name', (request) => {
    const { name, environment } = v.parse(deploymentSchema, request.params)
    recordUndeployment(folder, name, environment)
    return { currentlyDeployed: false, _links: {} }
  })
}

function addMatrix(app: FastifyInstance, folder: string): void {
  app.get('/matrix', (request) => {
    const query = new URL(request.url, 'http://localhost').searchParams
    const build = v.parse(buildSchema, {
      name: query.get('q[][pacticipant]'),
      version: query.get('q[][version]'),
    })
    const environment = v.parse(environmentSchema, query.get('environment'))
    const objections = deploymentObjections(folder, build, environment)
    const deployable = objections.length === 0
    const notices = deployable
      ? [{ type: 'success', text: `${build.name} ${build.version} may go to ${environment}.` }]
      : objections.map((text) => ({ type: 'error', text }))
    return {
      summary: {
        deployable,
        reason: notices.map(({ text }) => text).join('\n'),
        success: 0,
        failed: 0,
        unknown: 0,
      },
      notices,
      matrix: [],
    }
  })
}
