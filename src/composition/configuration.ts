import { ok, type Result } from '../core/kernel/result'
import type { Vendor } from './adapter-map'
import {
  noPreview,
  previewVariable,
  readValues,
  shellConfiguration,
  splitOrigins,
  type ConfigurationProblem,
  type RawConfiguration,
  type ShellConfiguration,
  type Values,
} from './configuration-values'
import type { VendorSettings } from './surroundings'

export interface Configuration extends ShellConfiguration {
  readonly wiring: 'local' | 'vendor' | 'test'
  readonly identity: VendorSettings['identity'] & {
    readonly adapter: Vendor<'identity'>
    /** Further origins of the identity provider, used only for the content security policy. */
    readonly origins: readonly string[]
  }
  readonly biTokenLifetimeMs: number
  readonly preferencesHost: VendorSettings['preferencesHost']
  readonly bi: VendorSettings['bi'] & ShellConfiguration['bi']
  readonly conversation: VendorSettings['conversation']
  readonly silence: VendorSettings['silence']
  readonly flags: VendorSettings['flags'] & { readonly adapter: Vendor<'flags'> }
  /** Null when the preview is disabled. */
  readonly previewSecretSha256: string | null
}

/** The whole configuration, or all its problems. */
export function readConfiguration(
  raw: RawConfiguration,
  local: Readonly<Record<string, string>>,
): Result<Configuration, readonly ConfigurationProblem[]> {
  const values = readValues(raw, local)
  return values.ok ? ok(configurationOf(values.value)) : values
}

/** Assembles the configuration from validated values, including the parts that the shell does not need. */
export function configurationOf(value: Values): Configuration {
  const shell = shellConfiguration(value)
  const { wideDark } = shell.branding.logos
  const on = (name: string): boolean => value(`ASSAY_CONVERSATION_${name}`) === 'true'
  return {
    ...shell,
    wiring: value('ASSAY_WIRING') as Configuration['wiring'],
    bi: {
      ...shell.bi,
      restVersion: value('ASSAY_BI_REST_VERSION') === 'v2' ? 2 : 1,
      dateColumn: value('ASSAY_BI_DATE_COLUMN'),
      timeZone: value('ASSAY_BI_TIME_ZONE') || 'UTC',
      // The watermark is drawn in one color. The default logo has a filled symbol, so it has a variant with the symbol cut out.
      watermark:
        wideDark === '/open-data/logo/logo-wide-dark.svg' ? '/open-data/logo/logo-white.svg' : wideDark,
    },
    identity: {
      adapter: value('ASSAY_IDENTITY') as Vendor<'identity'>,
      domain: value('ASSAY_IDENTITY_DOMAIN'),
      issuer: value('ASSAY_IDENTITY_ISSUER') || `${value('ASSAY_IDENTITY_DOMAIN')}/`,
      clientId: value('ASSAY_IDENTITY_CLIENT_ID'),
      audience: value('ASSAY_IDENTITY_AUDIENCE'),
      scope: value('ASSAY_IDENTITY_SCOPE'),
      parameters: value('ASSAY_IDENTITY_PARAMETERS'),
      silent: value('ASSAY_IDENTITY_SILENT') as 'frame' | 'redirect' | 'none',
      origins: splitOrigins(value('ASSAY_IDENTITY_ORIGINS')),
    },
    biTokenLifetimeMs: Number(value('ASSAY_BI_TOKEN_LIFETIME')) * 1_000,
    preferencesHost: value('ASSAY_PREFERENCES_HOST'),
    silence: {
      afterLoad: Number(value('ASSAY_BI_SILENCE_AFTER_LOAD')) * 1_000,
      withoutLoad: Number(value('ASSAY_BI_SILENCE_WITHOUT_LOAD')) * 1_000,
    },
    conversation: {
      disableSourceSelection: on('DISABLE_SOURCE_SELECTION'),
      hideSourceSelection: on('HIDE_SOURCE_SELECTION'),
      dataPanelV2: on('DATA_PANEL_V2'),
      showSpotterLimitations: on('SHOW_LIMITATIONS'),
      hideSampleQuestions: on('HIDE_SAMPLE_QUESTIONS'),
    },
    flags: {
      adapter: value('ASSAY_FLAGS') as Vendor<'flags'>,
      clientId: value('ASSAY_FLAGS_CLIENT_ID'),
      host: value('ASSAY_FLAGS_HOST'),
      streamHost: value('ASSAY_FLAGS_STREAM_HOST'),
      people: value('ASSAY_FLAGS_PEOPLE') as 'named' | 'hashed',
      headers: value('ASSAY_FLAGS_HEADERS'),
      pollInterval: value('ASSAY_FLAGS_POLL_INTERVAL'),
    },
    previewSecretSha256: value(previewVariable) === noPreview ? null : value(previewVariable),
  }
}
