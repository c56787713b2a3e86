import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Runs before every file of the project `ui`: its files share one page after the other, and each test leaves it empty.

// A limit for what never comes, not a measure: pages are lazy, and a busy machine takes seconds to transform the first.
configure({ asyncUtilTimeout: 20_000 })
afterEach(cleanup)
