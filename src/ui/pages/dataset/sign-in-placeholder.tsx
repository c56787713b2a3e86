import type { ReactNode } from 'react'
import type { Dataset } from '../../../core/catalogue/catalogue'
import { Button, ButtonLink } from '../../components/button'
import { paths } from '../../hooks/routes'
import { useLogIn } from '../../hooks/use-auth-button'
import { PagePicture } from './page-picture'

/** What a visitor sees of a dataset: its name, the invitation, and a blurred picture of the page behind. */
export function SignInPlaceholder({ dataset }: { readonly dataset: Dataset }): ReactNode {
  const logIn = useLogIn()
  return (
    <div className="placeholder">
      <div className="placeholder__scene" aria-hidden="true" inert>
        <PagePicture />
      </div>
      <div className="placeholder__card">
        <p className="page-head__subtitle">{dataset.subtitle}</p>
        <h1 className="page-head__title">{dataset.title}</h1>
        <p className="placeholder__text">Please log in to access the platform and analyze this dataset.</p>
        <div className="placeholder__actions">
          <Button main onClick={logIn}>
            Log In
          </Button>
          <ButtonLink to={paths.home}>Back to Home</ButtonLink>
        </div>
      </div>
    </div>
  )
}
