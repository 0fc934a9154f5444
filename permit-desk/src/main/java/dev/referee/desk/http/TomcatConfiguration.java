package dev.referee.desk.http;

import org.apache.catalina.core.StandardHost;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class TomcatConfiguration {

    private static final int BODY_TIMEOUT_MILLIS = 5_000;

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemDocuments() {
        return factory -> factory.addContextCustomizers(
                context -> ((StandardHost) context.getParent()).setErrorReportValveClass(ProblemValve.class.getName()));
    }

    /** Tomcat would wait as long for a body as it keeps an idle connection, even for one that it has refused already. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> slowBodies() {
        return factory -> factory.addConnectorCustomizers(connector -> {
            AbstractHttp11Protocol<?> http = (AbstractHttp11Protocol<?>) connector.getProtocolHandler();
            http.setDisableUploadTimeout(false);
            http.setConnectionUploadTimeout(BODY_TIMEOUT_MILLIS);
        });
    }
}
