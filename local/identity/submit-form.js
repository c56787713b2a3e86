// Without confirmation, because the portal itself started the sign-out.
document.querySelector('#sign-out').click()
