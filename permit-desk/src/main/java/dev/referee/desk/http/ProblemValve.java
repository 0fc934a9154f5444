package dev.referee.desk.http;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.ExceptionUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/**
 * Writes a problem document where Tomcat would write its HTML page: for requests that it rejects by itself and for errors that nobody else
 * answered. Public because Tomcat makes it by name.
 */
public final class ProblemValve extends ErrorReportValve {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemValve.class);

    @Override
    protected void report(Request request, Response response, @Nullable Throwable throwable) {
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        AtomicBoolean canWrite = new AtomicBoolean();
        response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, canWrite);
        if (!canWrite.get()) {
            return;
        }
        @Nullable HttpStatus status = HttpStatus.resolve(response.getStatus());
        try {
            ProblemResponses.write(Problems.of(status == null ? HttpStatus.BAD_REQUEST : status), response);
            response.finishResponse();
        } catch (IOException gone) {
            LOG.debug("The client went away before it was answered.", gone);
        } catch (Throwable failure) {
            ExceptionUtils.handleThrowable(failure);
            LOG.error("An error could not be reported.", failure);
        }
    }
}
