// The sign-out form asks nothing when the portal itself sent the person here.
document.querySelector('#sign-out').click()
