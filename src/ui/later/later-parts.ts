/** What a person can do without while the shell appears; one chunk with its own styles, fetched right behind the first paint. */
import '../styles/later.scss'

export { BoardFailure } from '../board/board-failure'
export { BoardRequest } from '../board/board-request'
export { ScrollMemory } from '../browser/scroll-memory'
export { CreateOverlay } from '../gallery/create-overlay'
export { CrashedPage, CrashPage } from '../pages/crash-page'
export { NotFoundPage } from '../pages/not-found-page'
export { SignInPlaceholder } from '../pages/sign-in-placeholder'
export { LeaveOverlay } from '../shell/leave-overlay'
export { MobileMenu } from '../shell/mobile-menu'
export { Notices } from '../shell/notices'
export { RouteAnnouncer } from '../shell/route-announcer'
