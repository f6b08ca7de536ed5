import type { CodegenConfig } from '@graphql-codegen/cli'

// The types of the operations in src, by the schema that the server publishes.
const config: CodegenConfig = {
  schema: '../graph/schema/*.graphql',
  documents: ['src/**/*.{ts,tsx}', '!src/api/generated/**'],
  generates: {
    'src/api/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        scalars: { DateTime: 'string', Decimal: 'number', Cursor: 'string', Upload: 'File', StringMap: 'Record<string, string>', JSON: 'unknown' },
        enumsAsTypes: true,
        useTypeImports: true,
      },
    },
  },
}
export default config
