import { datasetKeys } from '../core/catalogue/catalogue'
import { dashboardVariable, sourceVariable } from './configuration-table'

/** Ids of the local BI host's liveboards and worksheets, which are numbered in the order of the catalogue. */
const ofDatasets = (variableOf: (key: string) => string, start: string): Record<string, string> =>
  Object.fromEntries(
    datasetKeys.map((key, index) => [
      variableOf(key),
      `${start}${(index + 1).toString(16).padStart(2, '0')}`,
    ]),
  )

const ofThisRepository = (): Readonly<Record<string, string>> => ({
  ASSAY_IDENTITY_DOMAIN: 'http://localhost:4302',
  ASSAY_IDENTITY_CLIENT_ID: 'assay-portal',
  ASSAY_IDENTITY_AUDIENCE: 'http://localhost:4302/token-service',
  ASSAY_TOKEN_HOST: 'http://localhost:4303',
  ASSAY_TOKEN_HOST_STAGING: 'http://localhost:4303',
  ASSAY_BI_HOST: 'http://127.0.0.1:4301',
  ASSAY_BI_HOST_STAGING: 'http://127.0.0.1:4301',
  ASSAY_BI_DATE_COLUMN: 'UTC-day',
  ASSAY_FLAGS_CLIENT_ID: 'assay-local',
  ASSAY_FLAGS_HOST: 'http://localhost:4303',
  ASSAY_FLAGS_STREAM_HOST: 'http://localhost:4304',
  // Hash of the secret in the README's developer section. No build contains the secret itself.
  ASSAY_PREVIEW_SECRET_SHA256: 'a669bbf2260bbdf0da51d0cc200daa9118d41ac6a3ccf9a3c6ba87c92a8e361a',
  ...ofDatasets(dashboardVariable, '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a'),
  ...ofDatasets(sourceVariable, 'b1d2c3e4-0000-4a00-8a00-00000000a0'),
})

declare global {
  interface ImportMetaEnv {
    /** The wiring that the build was made for. */
    readonly ASSAY_WIRING?: string
  }
}

/**
 * The embedded stack's values for variables without a fallback. They apply only to pages served from this machine and never with the
 * vendor wiring; a build for the vendor wiring does not contain them.
 */
export const localValues: Readonly<Record<string, string>> =
  import.meta.env.ASSAY_WIRING === 'vendor' ? {} : ofThisRepository()
