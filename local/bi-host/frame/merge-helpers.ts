import type { Plugin } from 'vite'

/**
 * Merges the bundler's helpers, a 0.4 kB file that every chunk waits for, into the entry chunk, which is always loaded and imports no
 * other. A chunk that imports nothing else from the entry gets its own copy instead, and every chunk does where the entry has none. Its
 * hash was computed before this step: with an import of the entry, one name could stand for different bytes, and a copy cached forever
 * would request an entry file that is gone.
 */
export const mergeHelpers: Plugin = {
  name: 'merge-helpers',
  apply: 'build',
  // No hash covers what this plugin does. Change this string whenever it changes, or caches keep files of the old form.
  augmentChunkHash: () => 'in the file itself',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const helpers = chunks.find((chunk) => chunk.name === 'rolldown-runtime')
      const start = chunks.find((chunk) => chunk.isEntry)
      if (helpers === undefined || start === undefined)
        return this.error('Found no chunk of helpers, or no entry chunk.')
      const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1)
      const pairs = (list: string): readonly (readonly string[])[] =>
        list.split(',').map((pair) => pair.split(' as '))
      const [, code = '', list = ''] = /^([^]*)export\{(.*)\};?\s*$/.exec(helpers.code) ?? []
      const helperExports = pairs(list).map(([own, name = own]) => ({ own, name: `$$${name}` }))
      const exported = helperExports.map(({ name }) => name).join(',')
      const body = `${code}return{${helperExports.map(({ own, name }) => `${name}:${own}`).join(',')}}`
      const imports = new RegExp(
        `import\\{([^}]*)\\}from\\s*["'\`]\\./${nameOf(helpers.fileName).replaceAll('.', '\\.')}["'\`];`,
      )
      const hasHelpers = start.imports.includes(helpers.fileName)
      for (const chunk of chunks) {
        if (!chunk.imports.includes(helpers.fileName)) continue
        const [statement = '', list = ''] = imports.exec(chunk.code) ?? []
        if (statement === '')
          return this.error(`${chunk.fileName} imports the helpers in an unexpected form.`)
        chunk.imports = chunk.imports.filter((name) => name !== helpers.fileName)
        const taken = pairs(list).map(([name, own = name]) => ({ name, own }))
        const replacement =
          hasHelpers && chunk.imports.includes(start.fileName)
            ? `import{${taken.map(({ name, own }) => `$$${name} as ${own}`).join(',')}}from"./${nameOf(start.fileName)}";`
            : `const{${exported}}=(()=>{${body}})(),${taken.map(({ name, own }) => `${own}=$$${name}`).join(',')};`
        chunk.code =
          chunk.code.replace(statement, () => replacement) + (chunk === start ? `export{${exported}};` : '')
      }
      if (hasHelpers) start.exports = [...start.exports, ...exported.split(',')]
      delete bundle[helpers.fileName]
    },
  },
}
