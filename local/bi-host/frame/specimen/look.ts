/** Customisations as an embedding page would send them, for the specimen. */
export function specimenLook(dark: boolean): object {
  return {
    style: {
      customCSS: {
        variables: {
          '--ts-var-root-background': dark ? '#191f26' : '#f9fafb',
          '--ts-var-root-color': dark ? '#f3f4f6' : '#1f2937',
          '--ts-var-root-font-family': 'Urbanist, sans-serif',
        },
        rules_UNSTABLE: {
          '.specimen-label': { padding: '10px 24px 6px', color: 'var(--dim)', 'font-size': '12.5px' },
        },
      },
    },
  }
}
