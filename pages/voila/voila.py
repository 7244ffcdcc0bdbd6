"""How `make voila` serves the lessons: Voilà finds this file in JUPYTER_CONFIG_PATH."""

c = get_config()

c.Voila.ip = "127.0.0.1"  # this machine only
c.VoilaConfiguration.template = "handkit"
c.VoilaConfiguration.progressive_rendering = True  # each cell is shown when it has run, not all at the end

c.Voila.tornado_settings = {
    # Voilà's pages ask another server for icons, and that would tell it who reads here. They may load nothing
    # from elsewhere.
    "headers": {
        "Content-Security-Policy": "default-src 'self' data: blob: ws: 'unsafe-inline' 'unsafe-eval'; "
        "frame-ancestors 'self'"
    },
    # A page that is closed asks for the end of its kernel, but without the token of such forms.
    "disable_check_xsrf": True,
    # While cells run Voilà does not hear whether the page is still there, and would cut it off after 90 s.
    "ws_ping_timeout": 3_600_000,  # milliseconds
}
# Beside pictures, what the lessons point to.
c.VoilaConfiguration.file_allowlist = [r".*\.(png|jpg|gif|svg)", r"teacher-guide\.md"]
# The kernel of a page that went away without a word ends too.
c.MappingKernelManager.cull_idle_timeout = 600
