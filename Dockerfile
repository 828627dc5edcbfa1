# The bot for Discord, with PostgreSQL's driver. Each RUN is a script of this repository, which .ci/long tries as well.
ARG PYTHON=3.13

FROM python:${PYTHON}-slim AS build
WORKDIR /source
COPY . .
RUN .ci/image/install /source /opt/tilewright /source/.ci/constraints.txt
RUN .ci/image/prepare /opt/tilewright
RUN .ci/image/check /opt/tilewright
WORKDIR /data

FROM python:${PYTHON}-slim
COPY --from=build /opt/tilewright /opt/tilewright
COPY --from=build --chown=10001:10001 --chmod=700 /data /data
ENV PATH=/opt/tilewright/bin:$PATH \
    HOME=/data \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    TILEWRIGHT_DATA=/data \
    TILEWRIGHT_METRICS=127.0.0.1:9100 \
    TILEWRIGHT_PREPARED=/opt/tilewright/prepared \
    XDG_CACHE_HOME=/data/cache
USER 10001:10001
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=60s --timeout=15s CMD ["tilewright", "health"]
ENTRYPOINT ["tilewright"]
CMD ["run"]
